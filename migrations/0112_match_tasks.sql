-- What is to be done after a meeting: what, by which of its two companies, and until when.
CREATE TABLE matching_tasks (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
  owner text NOT NULL CHECK (owner IN ('buyer', 'seller')),
  due date NOT NULL,
  written_by text NOT NULL CHECK (written_by IN ('buyer', 'seller')),
  done_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX matching_tasks_matching ON matching_tasks (matching_id, due, created_at, id);
