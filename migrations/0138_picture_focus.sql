-- The place of a picture that stays in view where it is cut to another shape: percent from its left and from its top. Null:
-- its middle.
ALTER TABLE files ADD COLUMN focus smallint[]
  CHECK (array_length(focus, 1) = 2 AND array_ndims(focus) = 1 AND 0 <= ALL (focus) AND 100 >= ALL (focus));
