-- Composes (NFC) the texts of existing records once; the server composes what it receives (docs/decisions/0095). Tables
-- with a hash of their text stay, and so do rows that refuse the change: what is append-only or agreed on, and a unique
-- text that another row has composed already.
DO $$
DECLARE
  place record;
  line record;
  statement text;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name, format('%I', c.udt_name) AS type
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.udt_name IN ('text', 'varchar', 'jsonb', '_text') AND c.table_name NOT IN ('audit', 'form_kept')
  LOOP
    statement := format('UPDATE %1$I SET %2$I = normalize(%2$I::text, NFC)::%3$s WHERE %2$I::text IS NOT NFC NORMALIZED',
      place.table_name, place.column_name, place.type);
    BEGIN
      EXECUTE statement;
    EXCEPTION WHEN integrity_constraint_violation OR SQLSTATE 'DW001' THEN
      FOR line IN EXECUTE format('SELECT ctid AS place FROM %I WHERE %I::text IS NOT NFC NORMALIZED',
        place.table_name, place.column_name)
      LOOP
        BEGIN
          EXECUTE statement || ' AND ctid = $1' USING line.place;
        EXCEPTION WHEN integrity_constraint_violation OR SQLSTATE 'DW001' THEN
          NULL;
        END;
      END LOOP;
    END;
  END LOOP;
END $$;
