# SPDX-License-Identifier: BSL-1.0
# awk -v entities=N -v fields=N -v queries=N [-v puts=N] [-v distinct=N] [-v header=declare.hpp] -f model.awk
# Prints a program with one table. It puts, gets and queries each of the first `queries` entities, puts the first `puts`, and
# makes `distinct` (up to 13) queries with different conditions on the first entity.
BEGIN {
    if (!header) header = (queries || puts || distinct ? "monotable.hpp" : "declare.hpp")
    print "#include <monotable/" header ">\n#include <cstdint>\n#include <string>\nnamespace mt = monotable;\n"
    for (e = 1; e <= entities; ++e) {
        printf "struct entity_%d {\n    std::string id, owner;\n    std::int64_t rank = 0;\n", e
        for (f = 4; f <= fields; ++f) printf "    %s field_%d{};\n", (f % 2 ? "std::string" : "std::int64_t"), f
        printf "};\ntemplate <> struct mt::entity<entity_%d> {\n", e
        printf "    using key = mt::key<\"OWNER#{owner}\", \"ENTITY%d#{id}\">;\n", e
        printf "    using indexes = mt::indexes<mt::index<\"GSI1\", \"ENTITY%d#{id}\", \"{rank}\">>;\n};\n", e
    }
    printf "struct model : mt::table<\"model\", mt::gsi<\"GSI1\">, mt::entities<"
    for (e = 1; e <= entities; ++e) printf "%sentity_%d", (e > 1 ? ", " : ""), e
    print ">> {};"
    if (queries || puts || distinct) {
        print "\nint main() {\n    using namespace mt::literals;\n    mt::store<model> db;\n    std::size_t found = 0;"
        for (e = 1; e <= queries; ++e) {
            printf "    db.put(entity_%d{}).or_throw();\n", e
            printf "    found += db.get<entity_%d>(\"owner\"_f == \"o\", \"id\"_f == \"i\").has_value();\n", e
            printf "    found += db.query<entity_%d>(\"id\"_f == \"i\", \"rank\"_f >= 3).all().size();\n", e
        }
        for (e = 1; e <= puts; ++e) printf "    db.put(entity_%d{}).or_throw();\n", e
        count = split("id == i|rank >= 3;id == i|rank > 3;id == i|rank < 3;id == i|rank <= 3;id == i|rank == 3;id == i;" \
                      "owner == o;owner == o|id == i;owner == o|id >= i;owner == o|id > i;owner == o|id < i;" \
                      "owner == o|id <= i;owner == o|id begins_with i", list, ";")
        for (q = 1; q <= distinct && q <= count; ++q) {
            conditions = ""
            n = split(list[q], part, "|")
            for (p = 1; p <= n; ++p) {
                split(part[p], word, " ")
                value = (word[1] == "rank" ? word[3] : "\"" word[3] "\"")
                field = "\"" word[1] "\"_f"
                conditions = conditions (p > 1 ? ", " : "") \
                    (word[2] == "begins_with" ? field ".begins_with(" value ")" : field " " word[2] " " value)
            }
            printf "    found += db.query<entity_1>(%s).count();\n", conditions
        }
        print "    return static_cast<int>(found);\n}"
    }
}
