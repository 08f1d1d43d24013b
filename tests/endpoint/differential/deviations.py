# SPDX-License-Identifier: BSL-1.0
"""Where dynalite 4.0.0 differs from DynamoDB, as far as the random requests meet it: each deviation with what DynamoDB does
and the section of docs/semantics.md that says so. A difference that none of them explains is a failure."""

import re

# An operand that the item may lack, in a place where dynalite compares what is not there.
MISSING_OPERANDS = re.compile(r"size\(|<>|[\w\]] (=|<|<=|>|>=) [#a-z]")

EMPTY_INDEX_KEY = re.compile("secondary index key (to a value that )?is not supported")

# Both refuse the request. The random ones have several faults now and then, and which is told first is not laid down.
SEVERAL_FAULTS = "4: which of a request's several faults is told is not laid down"
MOST_WITH_SEVERAL_FAULTS = 0.002

UPDATE_FAULTS = [
    "document path provided in the update expression is invalid",
    "attempted to update the secondary index key to unsupported type",
    "operand in the update expression has an incorrect data type",
    "refers to an attribute that does not exist in the item",
]


def conditions(request):
    return " ".join(str(request.get(name, "")) for name in ("ConditionExpression", "FilterExpression"))


def only_removes(update):
    return update and not re.search(r"\b(SET|ADD)\b", update)


def differs_unseen(operation, request):
    """May dynalite have stored something else without its answer telling? It creates items that nothing is set in, and what
    one action of an update does to a list is seen by the others."""
    update = str(request.get("UpdateExpression", ""))
    return operation == "UpdateItem" and (only_removes(update) or re.search(r"list_append|(=|, ?) *[#a-z]", update))


def without_capacity(body):
    return {name: value for name, value in body.items() if name != "ConsumedCapacity"}


def excuse(operation, request, ours, theirs):
    """The deviation that explains the difference, or None."""
    our_status, our_body = ours
    their_status, their_body = theirs
    said = our_body.get("message") or ""
    replied = their_body.get("message") or ""

    if "Incorrect operand type for operator or function; operator: " in said and re.search("operator: (<|>|BETWEEN)", said):
        return "5: a constant of a type without order is an error of the expression, before anything else is looked at"
    if "choosing to get SPECIFIC_ATTRIBUTES" in said and their_status == 200:
        return "9: SPECIFIC_ATTRIBUTES needs a projection"
    if "ALL_PROJECTED_ATTRIBUTES" in said and their_status == 200:
        return "9: ALL_PROJECTED_ATTRIBUTES needs an index"
    if "does not project" in said and their_status == 200:
        return "9: a global index gives only what it projects"
    if "Consistent reads are not supported" in said and operation == "Scan" and their_status == 200:
        return "9: global indexes are not scanned consistently"
    if our_status == their_status == 200:
        if operation == "UpdateItem" and "Attributes" not in our_body and their_body.get("Attributes") == {}:
            return "7: what the update did not touch is not returned, not even as an empty map"
        if without_capacity(our_body) == without_capacity(their_body):
            if request.get("TableName") == "numbers" or operation.startswith("Batch"):
                return "11: writes and reads of indexes consume capacity of their own"
            if operation == "Scan" and request.get("ConsistentRead"):
                return "11: a consistent scan consumes twice what another one does"
            if our_body.get("ScannedCount") == 0:
                return "11: a read that finds nothing consumes as much as a small one"
    if our_status == their_status == 400:
        if operation == "UpdateItem" and any(text in said for text in UPDATE_FAULTS) and any(text in replied for text in UPDATE_FAULTS):
            return "6: which of an update's several faults is told is not laid down"
        if "Type mismatch for Index Key" in said and "Type mismatch for Index Key" in replied:
            return "9: which of several indexes is told is not laid down"
        for text, place in (("choosing to get", "9"), ("ALL_PROJECTED", "9"), ("does not project", "9"), ("redundant", "4")):
            if text in said:
                return place + ": what dynalite does not check is found before what it does"
    update = str(request.get("UpdateExpression", ""))
    if operation == "UpdateItem" and only_removes(update):
        return "6: REMOVE and DELETE alone create no item, and find nothing wrong with one that is not there"
    if our_status == their_status == 200 and operation == "UpdateItem" and re.search("(if_not_exists|list_append|=)", update):
        return "6: every operand is that of the old item, lists too"
    if "38 significant digits" in said or "Number overflow" in said:
        return "1: sums of more than 38 digits, or out of range, are refused"
    if "Expected \"(\" but \"N\" found" in replied:
        return "5: NOT may follow NOT"
    if "BETWEEN operator requires upper bound" in (said if their_status == 200 else replied if our_status == 200 else ""):
        return "2: strings are ordered by their UTF-8"
    if operation == "BatchGetItem" and "duplicates" in replied and our_status == 200:
        return "1: BatchGetItem takes 1 and 1e0 for two keys"
    failed = "ConditionalCheckFailedException"
    if EMPTY_INDEX_KEY.search(said):
        if their_status == 200:
            return "2: an empty text is no index key"
        if their_body.get("type") == failed:
            return "2: an item that cannot be in its indexes is refused before its condition is looked at"
    if our_status == their_status == 200 and request.get("IndexName") == "linc":
        return "9: what a local index does not project is read from the table"
    if MISSING_OPERANDS.search(conditions(request)):
        if our_status == their_status == 200 and operation in ("Query", "Scan"):
            return "5: comparisons with what is missing are false, but for <>"
        if (our_body.get("type") == failed) != (their_body.get("type") == failed):
            return "5: comparisons with what is missing are false, but for <>"
    conditional = operation in ("Query", "Scan") or failed in (our_body.get("type"), their_body.get("type"))
    if re.search(r"\bIN\b", conditions(request)) and conditional:
        return "5: IN finds what is equal, of whatever type"
    seen = str((request, ours, theirs))
    if ("\uffee" in seen or "\U0001f600" in seen) and re.search("[<>]|BETWEEN", conditions(request)) and conditional:
        return "2: strings are ordered by their UTF-8"
    if "attribute_type" in conditions(request) and conditional:
        return "5: false and the empty text have a type, too"
    constants = request.get("ExpressionAttributeValues", {}).values()
    if re.search("begins_with|contains", conditions(request)) and any("B" in constant for constant in constants) and conditional:
        return "5: binaries are compared byte by byte"
    if re.search("= :", conditions(request)) and any("M" in constant or "L" in constant for constant in constants) and conditional:
        return "5: documents are equal if what they hold is"
    validation = {"type": "ValidationException"}
    if our_status == their_status == 400 and our_body.items() >= validation.items() and their_body.items() >= validation.items():
        return SEVERAL_FAULTS
    return None
