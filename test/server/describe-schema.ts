import type pg from 'pg'

/**
 * Describes everything that migrations determine in the schema `public`, one sorted line each: tables with columns,
 * defaults and storage, constraints, indexes, sequences, functions, triggers, views and privileges. Databases with
 * equal descriptions are interchangeable. Objects of extensions are left out.
 */
export const describeSchema = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ line: string }>(`
    WITH relations AS (
      SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S', 'i')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')),
    functions AS (
      SELECT * FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'))
    SELECT concat_ws(' ', 'extension', extname, 'in', extnamespace::regnamespace) AS line FROM pg_extension
    UNION ALL
    SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, relrowsecurity, reloptions, relacl, obj_description(oid))
      FROM relations
    UNION ALL
    SELECT concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), 'notnull', attnotnull,
        'identity', attidentity, 'generated', attgenerated, 'storage', attstorage, 'compression', attcompression,
        'collation', attcollation::regcollation, 'statistics', attstattarget, attacl, 'default', pg_get_expr(adbin, adrelid))
      FROM relations JOIN pg_attribute ON attrelid = relations.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), condeferrable, condeferred, convalidated)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 't'
    UNION ALL
    SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index JOIN relations ON relations.oid = indexrelid
    UNION ALL
    SELECT concat_ws(' ', 'sequence', relname, format_type(seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
        'owned by', (SELECT refobjid::regclass || '.' || refobjsubid FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = seqrelid AND deptype IN ('a', 'i')))
      FROM pg_sequence JOIN relations ON relations.oid = seqrelid
    UNION ALL
    SELECT concat_ws(' ', 'function', CASE prokind WHEN 'a' THEN
        (SELECT concat_ws(' ', oid::regprocedure, aggtransfn, aggcombinefn, aggtranstype::regtype, agginitval, proparallel)
          FROM pg_aggregate WHERE aggfnoid = functions.oid)
        ELSE pg_get_functiondef(oid) END, proacl) FROM functions
    UNION ALL
    SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      FROM pg_trigger JOIN relations ON relations.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM relations WHERE relkind = 'v'`)
  return rows.map(({ line }) => line).sort()
}
