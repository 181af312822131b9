import { type SQL, sql } from 'drizzle-orm'
import { createExcelDownload } from '#kit/files/excel-download.ts'
import type { Locale } from '#kit/locale.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import type { Sheet } from '#kit/spreadsheet/write-workbook.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { m } from '#messages/messages.js'

/** Rows per batch. */
const step = 500

type Row = Record<string, unknown> & { key: string }
type Words = Record<string, (inputs: object, options: { locale: Locale }) => string>

/** SQL: formats an instant in Seoul time. */
const formatInSeoul = (column: SQL): SQL => sql`to_char(${column} AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI')`

/** SQL: the name of a company in the reader's language, else in Korean. */
const nameColumn = (locale: Locale, profile: string, company: string): SQL =>
  sql`coalesce(nullif(${sql.raw(profile)}.names ->> ${locale}, ''), ${sql.raw(company)}.name)`

/** Reads rows in batches, each from where the last one ended, so that only one batch is in memory. */
async function* pieces(
  context: Context,
  after: (key: string) => SQL,
  cellsOf: (row: Row) => unknown[],
): AsyncGenerator<string[][]> {
  for (let key = ''; ; ) {
    const { rows } = await context.database.execute<Row>(sql`${after(key)} LIMIT ${step}`)
    if (rows.length > 0) yield rows.map((row) => cellsOf(row).map((cell) => String(cell ?? '')))
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    key = last.key
  }
}

const stateOf: Words = {
  requested: m.matchings_state_requested,
  offered: m.matchings_state_offered,
  confirmed: m.matchings_state_confirmed,
  held: m.matchings_state_held,
  no_show: m.matchings_state_no_show,
  declined: m.matchings_state_declined,
  cancelled: m.matchings_state_cancelled,
  expired: m.matchings_state_expired,
}
const reviewOf: Words = {
  submitted: m.participants_state_submitted,
  asked: m.participants_state_asked,
  approved: m.participants_state_approved,
  refused: m.participants_state_refused,
  withdrawn: m.participants_state_withdrawn,
}
const roleOf: Words = { seller: m.participants_seller, buyer: m.participants_buyer }
const wayOf: Words = { online: m.matchings_way_online, offline: m.matchings_way_offline }

/** Returns what is needed to write sheets in the reader's language. */
const createFormatters = ({ locale }: Context) => {
  const options = { locale }
  const seller = nameColumn(locale, 'seller', 'seller_company')
  const buyer = nameColumn(locale, 'buyer', 'buyer_company')
  return {
    locale,
    options,
    word: (words: Words, key: unknown) => words[String(key)]?.({}, options) ?? '',
    heads: (...names: Words[string][]) => names.map((name) => name({}, options)),
    company: (profile: string) =>
      sql.raw(
        `JOIN match_profiles ${profile} ON ${profile}.id = x.${profile}_id JOIN companies ${profile}_company ON ${profile}_company.id = ${profile}.company_id`,
      ),
    buyer,
    pair: sql`${seller} AS seller, ${buyer} AS buyer`,
    // Ids are time-ordered.
    next: (key: string) => (key ? sql`AND x.id > ${key}::uuid` : sql``),
  }
}

/** Returns the sheets of the requests and the meetings of a fair. */
const listMatchingSheets = (context: Context, fair: string): Sheet[] => {
  const { locale, options, word, heads, company, pair, next } = createFormatters(context)
  return [
    {
      title: m.workbook_requests({}, options),
      heads: heads(
        m.participants_seller,
        m.participants_buyer,
        m.workbook_state,
        m.workbook_product,
        m.workbook_message,
        m.workbook_asked,
        m.workbook_changed,
      ),
      pieces: pieces(
        context,
        (key) => sql`
          SELECT x.id::text AS key, ${pair}, x.state, x.message, ${formatInSeoul(sql`x.created_at`)} AS asked,
            coalesce(nullif(product.name ->> ${locale}, ''), product.name ->> 'ko') AS product,
            ${formatInSeoul(sql`x.updated_at`)} AS changed
          FROM matchings x ${company('seller')} ${company('buyer')} LEFT JOIN match_products product ON product.id = x.product_id
          WHERE x.fair_id = ${fair} ${next(key)} ORDER BY x.id`,
        (row) => [row.seller, row.buyer, word(stateOf, row.state), row.product, row.message, row.asked, row.changed],
      ),
    },
    {
      title: m.workbook_meetings({}, options),
      heads: heads(
        m.workbook_start,
        m.workbook_end,
        m.workbook_way,
        m.workbook_place,
        m.participants_seller,
        m.participants_buyer,
        m.workbook_state,
        m.workbook_agreed,
      ),
      pieces: pieces(
        context,
        (key) => sql`
          SELECT x.id::text AS key, ${formatInSeoul(sql`x.starts_at`)} AS start, ${formatInSeoul(sql`x.ends_at`)} AS end, x.way, x.place,
            ${pair}, x.state, concat_ws(chr(10), (
              SELECT string_agg(line.text, chr(10) ORDER BY line.created_at, line.id) FROM matching_agreements line
              WHERE line.matching_id = x.id AND num_nulls(line.seller_at, line.buyer_at) = 0), nullif(x.agreed, '')) AS agreed
          FROM matchings x ${company('seller')} ${company('buyer')}
          WHERE x.fair_id = ${fair} AND x.starts_at IS NOT NULL AND x.state IN ('confirmed', 'held', 'no_show') ${next(key)}
          ORDER BY x.id`,
        (row) => [
          row.start,
          row.end,
          word(wayOf, row.way),
          row.place,
          row.seller,
          row.buyer,
          word(stateOf, row.state),
          row.agreed,
        ],
      ),
    },
  ]
}

/** Returns all sheets of a fair, one for each kind of record. */
export const sheetsOf = (context: Context, fair: string): Sheet[] => {
  const { locale, options, word, heads, company, buyer, pair, next } = createFormatters(context)
  const participant = sql`participations x JOIN match_profiles p ON p.id = x.profile_id JOIN companies c ON c.id = p.company_id`
  const participantName = nameColumn(locale, 'p', 'c')
  return [
    {
      title: m.workbook_participants({}, options),
      heads: heads(
        m.participants_company,
        m.participants_role,
        m.audience_state,
        m.participants_country,
        m.workbook_contact,
        m.workbook_email,
        m.workbook_phone,
        m.audience_language,
        m.workbook_applied,
        m.workbook_reason,
      ),
      pieces: pieces(
        context,
        (key) => sql`
          SELECT x.id::text AS key, ${participantName} AS name, p.role, x.state, p.country, p.contact_name AS contact,
            p.contact_email AS email, p.contact_phone AS phone, u.locale, ${formatInSeoul(sql`x.created_at`)} AS at, x.reason
          FROM ${participant} JOIN users u ON u.id = p.user_id WHERE x.fair_id = ${fair} ${next(key)} ORDER BY x.id`,
        (row) => [
          row.name,
          word(roleOf, row.role),
          word(reviewOf, row.state),
          row.country,
          row.contact,
          row.email,
          formatPhone(String(row.phone)),
          row.locale,
          row.at,
          row.reason,
        ],
      ),
    },
    {
      title: m.workbook_times({}, options),
      heads: heads(m.participants_buyer, m.workbook_start, m.workbook_end, m.workbook_way),
      pieces: pieces(
        context,
        (key) => {
          const [buyerId, slotId] = key.split(' ')
          return sql`
            SELECT x.buyer_id || ' ' || x.slot_id AS key, ${buyer} AS buyer, ${formatInSeoul(sql`s.starts_at`)} AS start,
              ${formatInSeoul(sql`s.ends_at`)} AS end, x.way
            FROM free_times x ${company('buyer')} JOIN fair_slots s ON s.id = x.slot_id
            WHERE x.fair_id = ${fair} AND NOT x.withdrawn
              ${slotId ? sql`AND (x.buyer_id, x.slot_id) > (${buyerId}::uuid, ${slotId}::uuid)` : sql``}
            ORDER BY x.buyer_id, x.slot_id`
        },
        (row) => [row.buyer, row.start, row.end, word(wayOf, row.way)],
      ),
    },
    ...listMatchingSheets(context, fair),
    {
      title: m.workbook_checkins({}, options),
      heads: heads(m.participants_company, m.participants_role, m.workbook_day, m.workbook_came),
      pieces: pieces(
        context,
        (key) => {
          const [participation, day] = key.split(' ')
          return sql`
            SELECT x.id || ' ' || i.day AS key, ${participantName} AS name, p.role, i.day::text AS day, ${formatInSeoul(sql`i.at`)} AS at
            FROM ${participant} JOIN fair_checkins i ON i.participation_id = x.id
            WHERE x.fair_id = ${fair} ${day ? sql`AND (x.id, i.day) > (${participation}::uuid, ${day}::date)` : sql``}
            ORDER BY x.id, i.day`
        },
        (row) => [row.name, word(roleOf, row.role), row.day, row.at],
      ),
    },
    {
      title: m.workbook_ratings({}, options),
      heads: heads(
        m.participants_seller,
        m.participants_buyer,
        m.workbook_by,
        m.workbook_fit,
        m.workbook_preparation,
        m.workbook_outcome,
        m.workbook_line,
      ),
      pieces: pieces(
        context,
        (key) => {
          const [matching, side] = key.split(' ')
          return sql`
            SELECT x.id || ' ' || r.side AS key, ${pair}, r.side, r.fit, r.preparation, r.outcome, r.line
            FROM matchings x ${company('seller')} ${company('buyer')} JOIN matching_ratings r ON r.matching_id = x.id
            WHERE x.fair_id = ${fair} ${side ? sql`AND (x.id, r.side) > (${matching}::uuid, ${side})` : sql``}
            ORDER BY x.id, r.side`
        },
        (row) => [row.seller, row.buyer, word(roleOf, row.side), row.fit, row.preparation, row.outcome, row.line],
      ),
    },
  ]
}

/** Served at `/files/fair.xlsx` for five minutes. Write the reason to the audit log before creating the address. */
export const fairWorkbook = createExcelDownload<{ fair: string }>({
  at: '/files/fair.xlsx',
  purpose: 'workbook of a fair',
  name: 'fair',
  sheets: async (context, { fair }) => sheetsOf(context, (await findFair(context, fair)).id),
})

/** Served at `/files/matchings.xlsx` for five minutes. Contains no contact data. */
export const matchingsWorkbook = createExcelDownload<{ fair: string }>({
  at: '/files/matchings.xlsx',
  purpose: 'matchings of a fair',
  name: 'matchings',
  sheets: async (context, { fair }) => listMatchingSheets(context, (await findFair(context, fair)).id),
})
