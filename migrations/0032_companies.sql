-- Check digit of a Korean business number: weights 1 3 7 1 3 7 1 3 5, and the tens of the last product.
CREATE FUNCTION is_business_number(number text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT number ~ '^[0-9]{10}$' AND (
    SELECT (10 - (sum(substr(number, place, 1)::int * substr('137137135', place, 1)::int)
      + substr(number, 9, 1)::int * 5 / 10) % 10) % 10 = substr(number, 10, 1)::int
    FROM generate_series(1, 9) AS place)
$$;

-- One for each member of the kind COMPANY. Other products read this record and keep no copy of it.
CREATE TABLE companies (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  name text NOT NULL CHECK (name <> ''),
  ceo text NOT NULL CHECK (ceo <> ''),
  business_number text NOT NULL CONSTRAINT companies_business_number UNIQUE
    CONSTRAINT companies_check_digit CHECK (is_business_number(business_number)),
  category text NOT NULL,
  address text NOT NULL,
  business_registration uuid REFERENCES member_files (id),
  logo uuid REFERENCES member_files (id) ON DELETE SET NULL,
  photo uuid REFERENCES member_files (id) ON DELETE SET NULL,
  introduction uuid REFERENCES member_files (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
