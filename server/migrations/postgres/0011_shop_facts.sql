-- What every program on this database has to know of the shop, such as the address by which customers reach it.
CREATE TABLE shop_facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
