# SPDX-License-Identifier: BSL-1.0
"""A table's life with boto3, from its creation to its end. usage: life_boto3.py <monotable-local>"""
import sys
import time
from decimal import Decimal

from local_server import LocalServer

try:
    import boto3
    from boto3.dynamodb.conditions import Attr, Key
    from botocore.config import Config
    from botocore.exceptions import ClientError
except ImportError as e:
    print(f"skipped: {e}; Debian's package is python3-boto3")
    sys.exit(0)


class refused:
    """The calls inside must fail with this code and a message that contains this text."""

    def __init__(self, code, text=""):
        self.code, self.text, self.response = code, text, None

    def __enter__(self):
        return self

    def __exit__(self, kind, e, trace):
        if kind is None:
            raise AssertionError(f"{self.code} was expected")
        if not issubclass(kind, ClientError):
            return False
        self.response = e.response
        assert e.response["Error"]["Code"] == self.code, e
        assert self.text in e.response["Error"]["Message"], e
        return True


def equal(actual, expected):
    assert actual == expected, f"\n{actual}\nexpected\n{expected}"


def order(i, **more):
    return {"pk": "customer#1", "sk": f"order#{i:03}", "status": "open" if i % 3 == 0 else "done", "total": Decimal(i) / 4, **more}


def life(resource, client, streams):
    table = resource.create_table(
        TableName="shop",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": kind} for name, kind in [("pk", "S"), ("sk", "S"), ("status", "S"), ("total", "N")]],
        GlobalSecondaryIndexes=[{
            "IndexName": "by_status",
            "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }],
        LocalSecondaryIndexes=[{
            "IndexName": "by_total",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "total", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        Tags=[{"Key": "team", "Value": "orders"}],
    )
    table.wait_until_exists()
    table.reload()
    equal(table.table_status, "ACTIVE")
    equal([index["IndexName"] for index in table.global_secondary_indexes], ["by_status"])
    equal([index["IndexName"] for index in table.local_secondary_indexes], ["by_total"])
    equal(client.list_tables()["TableNames"], ["shop"])
    with refused("ResourceInUseException", "shop"):
        client.create_table(TableName="shop", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "a", "KeyType": "HASH"}],
                            AttributeDefinitions=[{"AttributeName": "a", "AttributeType": "S"}])
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.describe_table(TableName="nowhere")

    # Single items.
    ada = {
        "pk": "customer#1", "sk": "profile", "name": "Ada", "age": Decimal("36"), "ratio": Decimal("0.1234567890123456789"), "photo": b"\x00\xff",
        "tags": {"b", "a"}, "numbers": {Decimal(1), Decimal("2.5")}, "blobs": {b"x"}, "address": {"city": "London", "streets": ["1 St", None, True]}, "empty": "",
    }
    equal(table.put_item(Item=ada).get("Attributes"), None)
    found = table.get_item(Key={"pk": "customer#1", "sk": "profile"}, ConsistentRead=True, ReturnConsumedCapacity="TOTAL")
    equal({name: getattr(value, "value", value) for name, value in found["Item"].items() if name != "blobs"},
          {name: value for name, value in ada.items() if name != "blobs"})
    equal(found["ConsumedCapacity"], {"TableName": "shop", "CapacityUnits": 1.0})
    assert "Item" not in table.get_item(Key={"pk": "customer#1", "sk": "nothing"})
    equal(table.get_item(Key={"pk": "customer#1", "sk": "profile"}, ProjectionExpression="#n, address.streets[1]", ExpressionAttributeNames={"#n": "name"})["Item"],
          {"name": "Ada", "address": {"streets": [None]}})
    updated = table.update_item(
        Key={"pk": "customer#1", "sk": "profile"}, UpdateExpression="SET age = age + :one, address.city = :city ADD tags :tags REMOVE #e",
        ConditionExpression="attribute_exists(pk) AND age < :limit", ExpressionAttributeNames={"#e": "empty"},
        ExpressionAttributeValues={":one": 1, ":city": "Paris", ":tags": {"c"}, ":limit": 40}, ReturnValues="ALL_NEW")["Attributes"]
    equal((updated["age"], updated["address"]["city"], updated["tags"], "empty" in updated), (37, "Paris", {"a", "b", "c"}, False))
    with refused("ConditionalCheckFailedException", "The conditional request failed") as failure:
        client.put_item(TableName="shop", Item={"pk": {"S": "customer#1"}, "sk": {"S": "profile"}}, ConditionExpression="attribute_not_exists(pk)",
                        **all_old(client, "PutItem"))
    if all_old(client, "PutItem"):
        equal(failure.response["Item"]["name"], {"S": "Ada"})
    with refused("ValidationException", "reserved keyword"):
        table.update_item(Key={"pk": "customer#1", "sk": "profile"}, UpdateExpression="SET name = :n", ExpressionAttributeValues={":n": "x"})
    equal(table.delete_item(Key={"pk": "customer#1", "sk": "profile"}, ReturnValues="ALL_OLD")["Attributes"]["age"], 37)

    # Batches, and reading many.
    with table.batch_writer() as batch:
        for i in range(60):
            batch.put_item(Item=order(i, note="x" * 1000))
    equal(table.query(KeyConditionExpression=Key("pk").eq("customer#1"), Select="COUNT")["Count"], 60)
    some = table.query(KeyConditionExpression=Key("pk").eq("customer#1") & Key("sk").between("order#010", "order#019"), ScanIndexForward=False)
    equal([item["sk"] for item in some["Items"]], [f"order#{i:03}" for i in range(19, 9, -1)])
    pages = client.get_paginator("query").paginate(
        TableName="shop", IndexName="by_status", KeyConditionExpression="#s = :s", FilterExpression="#t >= :t", ExpressionAttributeNames={"#s": "status", "#t": "total"},
        ExpressionAttributeValues={":s": {"S": "open"}, ":t": {"N": "5"}}, PaginationConfig={"PageSize": 7})
    found = [item["sk"]["S"] for page in pages for item in page["Items"]]
    equal(found, [f"order#{i:03}" for i in range(0, 60, 3) if i / 4 >= 5])
    local = table.query(IndexName="by_total", KeyConditionExpression=Key("pk").eq("customer#1") & Key("total").lt(1), ConsistentRead=True)
    equal(local["Items"], [{"pk": "customer#1", "sk": f"order#{i:03}", "total": Decimal(i) / 4} for i in range(4)])
    equal(len(table.scan(FilterExpression=Attr("total").gte(10) & Attr("note").begins_with("x"))["Items"]), 20)
    segments = [table.scan(Segment=i, TotalSegments=3)["Items"] for i in range(3)]
    equal(sorted(item["sk"] for part in segments for item in part), [f"order#{i:03}" for i in range(60)])
    for i in range(8):
        table.put_item(Item={"pk": "large", "sk": str(i), "x": "y" * 300_000})
    page = table.query(KeyConditionExpression=Key("pk").eq("large"))
    assert 3 <= page["Count"] <= 4 and "LastEvaluatedKey" in page, page["Count"]
    read = resource.batch_get_item(RequestItems={"shop": {"Keys": [{"pk": "customer#1", "sk": f"order#{i:03}"} for i in range(0, 70, 10)]}})
    equal((len(read["Responses"]["shop"]), read["UnprocessedKeys"]), (6, {}))

    # Transactions.
    def update(sk, condition):
        return {"Update": {"TableName": "shop", "Key": {"pk": {"S": "customer#1"}, "sk": {"S": sk}}, "UpdateExpression": "ADD #v :one",
                           "ConditionExpression": condition, "ExpressionAttributeNames": {"#v": "version"}, "ExpressionAttributeValues": {":one": {"N": "1"}}}}

    both = [update("order#001", "attribute_exists(pk)"), update("order#002", "attribute_not_exists(#v)")]
    client.transact_write_items(TransactItems=both, ClientRequestToken="token")
    client.transact_write_items(TransactItems=both, ClientRequestToken="token")  # done before
    with refused("TransactionCanceledException", "[None, ConditionalCheckFailed]") as failure:
        client.transact_write_items(TransactItems=both)
    equal([reason["Code"] for reason in failure.response["CancellationReasons"]], ["None", "ConditionalCheckFailed"])
    with refused("IdempotentParameterMismatchException"):
        client.transact_write_items(TransactItems=both[:1], ClientRequestToken="token")
    got = client.transact_get_items(TransactItems=[{"Get": {"TableName": "shop", "Key": {"pk": {"S": "customer#1"}, "sk": {"S": sk}}}} for sk in ["order#001", "no"]])
    equal([response.get("Item", {}).get("version") for response in got["Responses"]], [{"N": "1"}, None])

    # Time to live.
    client.update_time_to_live(TableName="shop", TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"})
    equal(client.describe_time_to_live(TableName="shop")["TimeToLiveDescription"], {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"})
    table.put_item(Item={"pk": "short", "sk": "lived", "expires": int(time.time()) - 10})
    table.put_item(Item={"pk": "long", "sk": "lived", "expires": int(time.time()) + 1000})
    deadline = time.monotonic() + 20
    while "Item" in table.get_item(Key={"pk": "short", "sk": "lived"}):
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.1)
    assert "Item" in table.get_item(Key={"pk": "long", "sk": "lived"})

    # The stream tells all of it.
    arn = streams.list_streams(TableName="shop")["Streams"][0]["StreamArn"]
    equal(arn, client.describe_table(TableName="shop")["Table"]["LatestStreamArn"])
    records = []
    for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
        iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
        while iterator:
            page = streams.get_records(ShardIterator=iterator, Limit=50)
            iterator = page.get("NextShardIterator") if page["Records"] else None
            records += page["Records"]
    profile = [record for record in records if record["dynamodb"]["Keys"]["sk"]["S"] == "profile"]
    equal([record["eventName"] for record in profile], ["INSERT", "MODIFY", "REMOVE"])
    equal(profile[1]["dynamodb"]["OldImage"]["age"], {"N": "36"})
    equal(profile[1]["dynamodb"]["NewImage"]["age"], {"N": "37"})
    expired = [record for record in records if record["dynamodb"]["Keys"]["pk"]["S"] == "short"]
    equal(expired[-1]["eventName"], "REMOVE")
    equal(expired[-1]["userIdentity"], {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"})

    # Another index, and one less.
    client.update_table(
        TableName="shop", AttributeDefinitions=[{"AttributeName": "note", "AttributeType": "S"}],
        GlobalSecondaryIndexUpdates=[{"Create": {"IndexName": "by_note", "KeySchema": [{"AttributeName": "note", "KeyType": "HASH"}], "Projection": {"ProjectionType": "KEYS_ONLY"}}}])
    table.wait_until_exists()
    equal(table.query(IndexName="by_note", KeyConditionExpression=Key("note").eq("x" * 1000), Select="COUNT")["Count"], 60)
    client.update_table(TableName="shop", GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "by_note"}}])
    with refused("ValidationException", "The table does not have the specified index: by_note"):
        table.query(IndexName="by_note", KeyConditionExpression=Key("note").eq("x"))
    equal(client.list_tags_of_resource(ResourceArn=table.table_arn)["Tags"], [{"Key": "team", "Value": "orders"}])

    table.delete()
    table.wait_until_not_exists()
    equal(client.list_tables()["TableNames"], [])


def all_old(client, operation):
    """Older versions of boto3 do not know the parameter."""
    known = client.meta.service_model.operation_model(operation).input_shape.members
    return {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"} if "ReturnValuesOnConditionCheckFailure" in known else {}


with LocalServer(sys.argv[1]) as server:
    account = {
        "endpoint_url": server.url, "region_name": "us-east-1", "aws_access_key_id": "any", "aws_secret_access_key": "thing",
        "config": Config(retries={"max_attempts": 0}, connect_timeout=5, read_timeout=20),
    }
    life(boto3.resource("dynamodb", **account), boto3.client("dynamodb", **account), boto3.client("dynamodbstreams", **account))
    server.stop(within=2.0)
print(f"a table's life with boto3 {boto3.__version__}: as it should be")
