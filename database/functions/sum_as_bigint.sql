-- Sum of bigint as bigint: sum() computes in numeric, which doubles the time of a report on a hundred thousand
-- products. An overflow is an error (`int8pl`).
CREATE OR REPLACE AGGREGATE sum_as_bigint(bigint) (
  sfunc = int8pl,
  stype = bigint,
  initcond = '0',
  combinefunc = int8pl,
  parallel = safe
);
