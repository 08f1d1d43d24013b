// SPDX-License-Identifier: BSL-1.0
// A table's life with Amazon's SDK for JavaScript, from its creation to its end. usage: life.mjs <url>
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
    CreateTableCommand,
    DeleteTableCommand,
    DescribeTableCommand,
    DescribeTimeToLiveCommand,
    DynamoDBClient,
    GetItemCommand,
    ListTablesCommand,
    PutItemCommand,
    UpdateTableCommand,
    UpdateTimeToLiveCommand,
    waitUntilTableExists,
    waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
    DescribeStreamCommand,
    DynamoDBStreamsClient,
    GetRecordsCommand,
    GetShardIteratorCommand,
    ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import {
    BatchGetCommand,
    BatchWriteCommand,
    DeleteCommand,
    DynamoDBDocumentClient,
    GetCommand,
    PutCommand,
    QueryCommand,
    ScanCommand,
    TransactGetCommand,
    TransactWriteCommand,
    UpdateCommand,
    paginateQuery,
    paginateScan,
} from "@aws-sdk/lib-dynamodb";

const account = {
    endpoint: process.argv[2],
    region: "us-east-1",
    credentials: { accessKeyId: "any", secretAccessKey: "thing" },
    maxAttempts: 1,
};
const client = new DynamoDBClient(account);
const streams = new DynamoDBStreamsClient(account);
const documents = DynamoDBDocumentClient.from(client);
const TableName = "shop";
const waiter = { client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 };

async function refused(promise, name, text = "") {
    try {
        await promise;
    } catch (e) {
        assert.equal(e.name, name, `${e.name}: ${e.message}`);
        assert.ok(e.message.includes(text), e.message);
        return e;
    }
    assert.fail(`${name} was expected`);
}
const order = (i, more = {}) => ({
    pk: "customer#1",
    sk: `order#${String(i).padStart(3, "0")}`,
    status: i % 3 === 0 ? "open" : "done",
    total: i / 4,
    ...more,
});
const numbers = (from, to, step = 1) => Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

// The table.
const created = await client.send(
    new CreateTableCommand({
        TableName,
        KeySchema: [
            { AttributeName: "pk", KeyType: "HASH" },
            { AttributeName: "sk", KeyType: "RANGE" },
        ],
        AttributeDefinitions: Object.entries({ pk: "S", sk: "S", status: "S", total: "N" }).map(
            ([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }),
        ),
        GlobalSecondaryIndexes: [
            {
                IndexName: "by_status",
                KeySchema: [
                    { AttributeName: "status", KeyType: "HASH" },
                    { AttributeName: "sk", KeyType: "RANGE" },
                ],
                Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["total"] },
            },
        ],
        LocalSecondaryIndexes: [
            {
                IndexName: "by_total",
                KeySchema: [
                    { AttributeName: "pk", KeyType: "HASH" },
                    { AttributeName: "total", KeyType: "RANGE" },
                ],
                Projection: { ProjectionType: "KEYS_ONLY" },
            },
        ],
        BillingMode: "PAY_PER_REQUEST",
        StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    }),
);
assert.ok(created.TableDescription.CreationDateTime instanceof Date);
assert.ok(Math.abs(created.TableDescription.CreationDateTime - new Date()) < 60_000);
await waitUntilTableExists(waiter, { TableName });
const { Table } = await client.send(new DescribeTableCommand({ TableName }));
assert.equal(Table.TableStatus, "ACTIVE");
assert.equal(Table.TableArn, `arn:aws:dynamodb:us-east-1:${Table.TableArn.split(":")[4]}:table/shop`);
assert.deepEqual(Table.GlobalSecondaryIndexes[0].Projection, { ProjectionType: "INCLUDE", NonKeyAttributes: ["total"] });
assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, [TableName]);
await refused(client.send(new DescribeTableCommand({ TableName: "nowhere" })), "ResourceNotFoundException");

// Single items.
const ada = {
    pk: "customer#1",
    sk: "profile",
    name: "Ada",
    age: 36,
    photo: new Uint8Array([0, 255]),
    tags: new Set(["a", "b"]),
    scores: new Set([1, 2.5]),
    address: { city: "London", streets: ["1 St", null, true] },
    empty: "",
};
const Key = { pk: "customer#1", sk: "profile" };
await documents.send(new PutCommand({ TableName, Item: ada }));
const read = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: "TOTAL" }));
assert.deepEqual(read.Item, ada);
assert.deepEqual(read.ConsumedCapacity, { TableName, CapacityUnits: 1 });
assert.equal((await documents.send(new GetCommand({ TableName, Key: { pk: "x", sk: "y" } }))).Item, undefined);
const exact = "0.12345678901234567890123456789012345678";
await client.send(new PutItemCommand({ TableName, Item: { pk: { S: "n" }, sk: { S: "n" }, n: { N: exact }, b: { B: new Uint8Array(0) } } }));
const raw = await client.send(new GetItemCommand({ TableName, Key: { pk: { S: "n" }, sk: { S: "n" } } }));
assert.deepEqual(raw.Item.n, { N: exact });
assert.deepEqual(raw.Item.b, { B: new Uint8Array(0) });
const updated = await documents.send(
    new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: "SET age = age + :one, address.city = :city ADD tags :tags REMOVE #e",
        ConditionExpression: "attribute_exists(pk) AND age < :limit",
        ExpressionAttributeNames: { "#e": "empty" },
        ExpressionAttributeValues: { ":one": 1, ":city": "Paris", ":tags": new Set(["c"]), ":limit": 40 },
        ReturnValues: "UPDATED_NEW",
    }),
);
assert.deepEqual(updated.Attributes, { age: 37, address: { city: "Paris" }, tags: new Set(["a", "b", "c"]) });
const failed = await refused(
    documents.send(
        new PutCommand({
            TableName,
            Item: Key,
            ConditionExpression: "attribute_not_exists(pk)",
            ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
    ),
    "ConditionalCheckFailedException",
    "The conditional request failed",
);
assert.equal(failed.$metadata.httpStatusCode, 400);
assert.match(failed.$metadata.requestId, /^[0-9A-Z]{52}$/);
assert.equal(failed.Item.name.S ?? failed.Item.name, "Ada");
await refused(documents.send(new PutCommand({ TableName, Item: { pk: "a" } })), "ValidationException", "Missing the key sk in the item");
const erased = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: "ALL_OLD" }));
assert.equal(erased.Attributes.age, 37);

// Batches, and reading many.
for (const first of [0, 25, 50]) {
    const puts = numbers(first, Math.min(first + 25, 60)).map((i) => ({ PutRequest: { Item: order(i, { note: "x".repeat(1000) }) } }));
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
    assert.deepEqual(UnprocessedItems, {});
}
const some = await documents.send(
    new QueryCommand({
        TableName,
        KeyConditionExpression: "pk = :p AND sk BETWEEN :a AND :b",
        ExpressionAttributeValues: { ":p": "customer#1", ":a": "order#010", ":b": "order#019" },
        ScanIndexForward: false,
    }),
);
assert.deepEqual(some.Items.map((item) => item.sk), numbers(10, 20).reverse().map((i) => order(i).sk));
const found = [];
for await (const page of paginateQuery(
    { client: documents, pageSize: 7 },
    {
        TableName,
        IndexName: "by_status",
        KeyConditionExpression: "#s = :s",
        FilterExpression: "#t >= :t",
        ExpressionAttributeNames: { "#s": "status", "#t": "total" },
        ExpressionAttributeValues: { ":s": "open", ":t": 5 },
    },
))
    found.push(...page.Items);
assert.deepEqual(found, numbers(21, 60, 3).map((i) => order(i)));
const local = await documents.send(
    new QueryCommand({
        TableName,
        IndexName: "by_total",
        KeyConditionExpression: "pk = :p AND #t < :t",
        ExpressionAttributeNames: { "#t": "total" },
        ExpressionAttributeValues: { ":p": "customer#1", ":t": 1 },
        ConsistentRead: true,
    }),
);
assert.deepEqual(local.Items.map((item) => item.total), [0, 0.25, 0.5, 0.75]);
let scanned = 0;
for await (const page of paginateScan({ client: documents, pageSize: 11 }, { TableName, FilterExpression: "begins_with(note, :x)", ExpressionAttributeValues: { ":x": "x" } }))
    scanned += page.Count;
assert.equal(scanned, 60);
const parts = await Promise.all([0, 1, 2].map((Segment) => documents.send(new ScanCommand({ TableName, Segment, TotalSegments: 3 }))));
assert.equal(parts.reduce((sum, part) => sum + part.Count, 0), 61);
const batch = await documents.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: numbers(0, 70, 10).map((i) => ({ pk: "customer#1", sk: order(i).sk })) } } }),
);
assert.equal(batch.Responses[TableName].length, 6);
assert.deepEqual(batch.UnprocessedKeys, {});

// Transactions.
const raise = (sk, ConditionExpression) => ({
    Update: {
        TableName,
        Key: { pk: "customer#1", sk },
        UpdateExpression: "ADD #v :one",
        ConditionExpression,
        ExpressionAttributeNames: { "#v": "version" },
        ExpressionAttributeValues: { ":one": 1 },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
});
const TransactItems = [raise("order#001", "attribute_exists(pk)"), raise("order#002", "attribute_not_exists(#v)")];
await documents.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: "token" }));
await documents.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: "token" })); // done before
const cancelled = await refused(
    documents.send(new TransactWriteCommand({ TransactItems })),
    "TransactionCanceledException",
    "[None, ConditionalCheckFailed]",
);
assert.deepEqual(cancelled.CancellationReasons.map((reason) => reason.Code), ["None", "ConditionalCheckFailed"]);
assert.ok(cancelled.CancellationReasons[1].Item);
const both = await documents.send(
    new TransactGetCommand({ TransactItems: ["order#001", "no"].map((sk) => ({ Get: { TableName, Key: { pk: "customer#1", sk } } })) }),
);
assert.deepEqual(both.Responses.map((response) => response.Item?.version), [1, undefined]);

// Many at once, over many connections.
const counter = { TableName, Key: { pk: "counter", sk: "0" }, UpdateExpression: "ADD n :one", ExpressionAttributeValues: { ":one": 1 } };
await Promise.all(numbers(0, 200).map(() => documents.send(new UpdateCommand(counter))));
assert.equal((await documents.send(new GetCommand({ TableName, Key: counter.Key }))).Item.n, 200);

// Time to live.
await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: "expires" } }));
const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: "ENABLED", AttributeName: "expires" });
const now = Math.floor(Date.now() / 1000);
await documents.send(new PutCommand({ TableName, Item: { pk: "short", sk: "lived", expires: now - 10 } }));
await documents.send(new PutCommand({ TableName, Item: { pk: "long", sk: "lived", expires: now + 1000 } }));
for (const end = Date.now() + 20_000; (await documents.send(new GetCommand({ TableName, Key: { pk: "short", sk: "lived" } }))).Item; await sleep(100))
    assert.ok(Date.now() < end, "it is still there");
assert.ok((await documents.send(new GetCommand({ TableName, Key: { pk: "long", sk: "lived" } }))).Item);

// The stream tells all of it.
const listed = await streams.send(new ListStreamsCommand({ TableName }));
const StreamArn = listed.Streams[0].StreamArn;
assert.equal(StreamArn, Table.LatestStreamArn);
const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
assert.equal(StreamDescription.StreamStatus, "ENABLED");
const records = [];
for (const { ShardId } of StreamDescription.Shards) {
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" }));
    while (ShardIterator) {
        const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 50 }));
        records.push(...page.Records);
        ShardIterator = page.Records.length ? page.NextShardIterator : undefined;
    }
}
const profile = records.filter((record) => record.dynamodb.Keys.sk.S === "profile");
assert.deepEqual(profile.map((record) => record.eventName), ["INSERT", "MODIFY", "REMOVE"]);
assert.deepEqual([profile[1].dynamodb.OldImage.age, profile[1].dynamodb.NewImage.age], [{ N: "36" }, { N: "37" }]);
assert.ok(profile[0].dynamodb.ApproximateCreationDateTime instanceof Date);
const expired = records.filter((record) => record.dynamodb.Keys.pk.S === "short").at(-1);
assert.equal(expired.eventName, "REMOVE");
assert.deepEqual(expired.userIdentity, { PrincipalId: "dynamodb.amazonaws.com", Type: "Service" });

// Another index, and one less.
await client.send(
    new UpdateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: "note", AttributeType: "S" }],
        GlobalSecondaryIndexUpdates: [
            {
                Create: {
                    IndexName: "by_note",
                    KeySchema: [{ AttributeName: "note", KeyType: "HASH" }],
                    Projection: { ProjectionType: "KEYS_ONLY" },
                },
            },
        ],
    }),
);
const byNote = { TableName, IndexName: "by_note", KeyConditionExpression: "note = :n", ExpressionAttributeValues: { ":n": "x".repeat(1000) }, Select: "COUNT" };
assert.equal((await documents.send(new QueryCommand(byNote))).Count, 60);
await client.send(new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "by_note" } }] }));
await refused(documents.send(new QueryCommand(byNote)), "ValidationException", "The table does not have the specified index: by_note");

await client.send(new DeleteTableCommand({ TableName }));
await waitUntilTableNotExists(waiter, { TableName });
assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, []);
client.destroy();
streams.destroy();
console.log("a table's life with the SDK for JavaScript: as it should be");
