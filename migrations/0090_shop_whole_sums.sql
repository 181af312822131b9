-- Sums of whole numbers that stay whole numbers: PostgreSQL's own `sum` of bigint reckons in numeric, which takes a
-- report over a hundred thousand products twice as long. What does not fit is refused by `int8pl`, not wrapped.

CREATE AGGREGATE whole_sum(bigint) (
  sfunc = int8pl,
  stype = bigint,
  initcond = '0',
  combinefunc = int8pl,
  parallel = safe
);
