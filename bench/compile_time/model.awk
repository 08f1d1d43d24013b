# SPDX-License-Identifier: BSL-1.0
# awk -v entities=N -v fields=N -v queries=N [-v header=declare.hpp] -f model.awk: prints a program with one table.
# With queries > 0, each of the first `queries` entities is put, got and queried.
BEGIN {
    if (!header) header = (queries ? "monotable.hpp" : "declare.hpp")
    print "#include <monotable/" header ">\n#include <cstdint>\n#include <string>\nnamespace mt = monotable;\n"
    for (e = 1; e <= entities; ++e) {
        printf "struct entity_%d {\n    std::string id, owner;\n    std::int64_t rank = 0;\n", e
        for (f = 4; f <= fields; ++f) printf "    %s field_%d{};\n", (f % 2 ? "std::string" : "std::int64_t"), f
        printf "};\ntemplate <> struct mt::entity<entity_%d> {\n", e
        printf "    using key = mt::key<\"OWNER#{owner}\", \"ENTITY%d#{id}\">;\n", e
        printf "    using indexes = mt::indexes<mt::in<\"GSI1\", \"ENTITY%d#{id}\", \"{rank}\">>;\n};\n", e
    }
    printf "struct model : mt::table<\"model\", mt::gsi<\"GSI1\">, mt::entities<"
    for (e = 1; e <= entities; ++e) printf "%sentity_%d", (e > 1 ? ", " : ""), e
    print ">> {};"
    if (queries) {
        print "\nint main() {\n    using namespace mt::literals;\n    mt::store<model> db;\n    std::size_t found = 0;"
        for (e = 1; e <= queries; ++e) {
            printf "    db.put(entity_%d{});\n", e
            printf "    found += db.get<entity_%d>(\"owner\"_f == \"o\", \"id\"_f == \"i\").has_value();\n", e
            printf "    found += db.query<entity_%d>(\"id\"_f == \"i\", \"rank\"_f >= 3).all().size();\n", e
        }
        print "    return static_cast<int>(found);\n}"
    }
}
