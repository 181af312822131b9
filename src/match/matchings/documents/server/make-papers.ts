import { and, asc, eq, sql } from 'drizzle-orm'
import qrcode from 'qrcode'
import { textIn } from '#kit/i18n.ts'
import { type Locale, languageTag } from '#kit/locale.ts'
import type { Badge, Code, Paper, Part, Slot } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { readSnapshot } from '#kit/server/records/read-snapshot.ts'
import { codeText } from '#kit/text/typed-code.ts'
import { spellDay } from '#kit/time/spell-time.ts'
import { listBadgeCodes } from '#match/checkins/server/list-badge-codes.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { type FairRow, fairSlots, type SlotRow } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import { localizeCompanyName } from '#match/participants/server/read-profiles.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { companies } from '#people/companies/table.ts'
import {
  defineDocuments,
  formatIsoDay,
  formatSeoulTime,
  getBadgeLabels,
  getTableLabels,
  readIssuer,
} from '#platform/papers/server/make-papers.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import type { FairPaper } from '../contract.ts'
import { badgeText } from './create-badge.ts'

const encodeQr = (says: string): Code => {
  const { modules } = qrcode.create(says, { errorCorrectionLevel: 'M' })
  return { size: modules.size, dark: (row, column) => modules.get(row, column) === 1 }
}

const regionOf = (locale: Locale, code: string): string =>
  new Intl.DisplayNames([languageTag[locale]], { type: 'region', fallback: 'code' }).of(code) ?? code
const languagesOf = (locale: Locale, codes: readonly string[]): string =>
  codes
    .map(
      (code) => new Intl.DisplayNames([languageTag[locale]], { type: 'language', fallback: 'code' }).of(code) ?? code,
    )
    .join(', ')

/** Company data printed on papers. */
interface Company {
  id: string
  role: 'seller' | 'buyer'
  /** Name in the language of the paper; `record` is the registered name. */
  name: string
  record: string
  category: string
  person: string
  country: string
  area: string
  languages: readonly string[]
  isApproved: boolean
}

/** Meeting data printed on papers. Thousands of meetings are in memory at once, so only these fields are read. */
interface Meeting {
  seller: string
  buyer: string
  way: Way
  place: number
  slot: string
  startsAt: Date
  endsAt: Date
}

/**
 * Returns the companies with a participation in a fair, in any state, by profile id: buyers before sellers, each by
 * name.
 */
const companiesOf = async (context: Context, fairId: string): Promise<Map<string, Company>> => {
  const { id, role, names, contactName, country, areaCity, languages } = matchProfiles
  const rows = await context.database
    .select({
      ...{ id, role, names, contactName, country, areaCity, languages },
      record: companies.name,
      category: companies.category,
      state: participations.state,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(eq(participations.fairId, fairId))
    .orderBy(asc(matchProfiles.role), asc(companies.name), asc(matchProfiles.id))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        role: row.role,
        name: localizeCompanyName(context, row, { name: row.record }),
        record: row.record,
        category: row.category,
        person: row.contactName,
        country: row.country,
        area: row.areaCity,
        languages: row.languages,
        isApproved: row.state === 'approved',
      },
    ]),
  )
}

interface MeetingQuery {
  /** True to read the meetings as their companies see them, without unreleased changes. */
  isReleased: boolean
  /** Rows per batch. */
  batchSize?: number
}

/** Returns the meetings of a fair by time, read in batches. Call it within `readSnapshot` for a consistent snapshot. */
export const listFairMeetings = async (
  context: Context,
  fairId: string,
  { isReleased, batchSize = 1000 }: MeetingQuery,
): Promise<Meeting[]> => {
  const visibleColumn = (column: string) =>
    isReleased
      ? sql.raw(`CASE WHEN kept.matching_id IS NULL THEN met.${column} ELSE kept.${column} END AS ${column}`)
      : sql.raw(`met.${column}`)
  const meetings: Meeting[] = []
  let [after, afterId] = ['-infinity', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await context.database.execute<{
      id: string
      seller_id: string
      buyer_id: string
      way: Way
      place: number
      slot_id: string
      starts_at: Date
      ends_at: Date
    }>(sql`
      SELECT id, seller_id, buyer_id, way, place, slot_id, starts_at, ends_at FROM (
        SELECT met.id, met.seller_id, met.buyer_id, ${visibleColumn('state')}, ${visibleColumn('way')}, ${visibleColumn('place')},
          ${visibleColumn('slot_id')}, ${visibleColumn('starts_at')}, ${visibleColumn('ends_at')}
        FROM matchings AS met
          LEFT JOIN withheld_matchings AS kept ON kept.matching_id = met.id
        WHERE met.fair_id = ${fairId}) AS met
      WHERE state IN ('confirmed', 'held') AND slot_id IS NOT NULL
        AND (starts_at, id) > (${after}::timestamptz, ${afterId}::uuid)
      ORDER BY starts_at, id LIMIT ${batchSize}`)
    for (const row of rows)
      meetings.push({
        seller: row.seller_id,
        buyer: row.buyer_id,
        way: row.way,
        place: row.place,
        slot: row.slot_id,
        startsAt: new Date(row.starts_at),
        endsAt: new Date(row.ends_at),
      })
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return meetings
    ;[after, afterId] = [new Date(last.starts_at).toISOString(), last.id]
  }
}

/** Generates the parts on each iteration, so that only the part being typeset is in memory. */
const lazyParts = (make: () => Iterator<Part>): Iterable<Part> => ({ [Symbol.iterator]: make })

/** Formats `11.23 14:30`, or the time alone if the fair lasts one day. */
const momentOf = (fair: FairRow, moment: Date): string =>
  formatIsoDay(fair.startsAt) === formatIsoDay(fair.endsAt)
    ? formatSeoulTime(moment)
    : `${formatIsoDay(moment).slice(5).replace('-', '.')} ${formatSeoulTime(moment)}`

/** Badges per part; a sheet holds four. */
const badgesPerPart = 40

const badgesOf = async (context: Context, fair: FairRow): Promise<Pick<Paper, 'parts' | 'bleed'>> => {
  const { locale } = context
  const companies = await companiesOf(context, fair.id)
  const approved = [...companies.values()].filter(({ isApproved }) => isApproved)
  const [words, places] = [getBadgeLabels(locale), getTableLabels(locale).places]
  if (approved.length === 0) return { parts: [{ kind: 'text', text: words.none }] }
  const [codes, origin, found, issuer] = await Promise.all([
    listBadgeCodes(context, fair.id),
    matchOrigin(context),
    // Do not print unreleased changes, because companies read the badges.
    listFairMeetings(context, fair.id, { isReleased: true }),
    readIssuer(context),
  ])
  const meetings = new Map<string, Meeting[]>()
  for (const meeting of found)
    for (const id of [meeting.seller, meeting.buyer]) {
      const companyMeetings = meetings.get(id)
      if (companyMeetings) companyMeetings.push(meeting)
      else meetings.set(id, [meeting])
    }

  const badgeOf = (company: Company): Badge => {
    const companyMeetings = meetings.get(company.id) ?? []
    const isSeller = company.role === 'seller'
    const tables = [...new Set(companyMeetings.flatMap(({ way, place }) => (way === 'offline' ? [place] : [])))]
    const first = isSeller
      ? tables.map((number) => places.offline(number)).join(', ')
      : companyMeetings.map(({ startsAt }) => momentOf(fair, startsAt)).join('  ')
    const agenda = companyMeetings.map(({ startsAt, way, place, ...meeting }): Badge['back']['agenda'][number] => {
      const other = companies.get(isSeller ? meeting.buyer : meeting.seller)
      return {
        time: momentOf(fair, startsAt),
        name: other?.name ?? '',
        note: [other && other.record !== other.name && other.record, other && regionOf(locale, other.country)]
          .filter(Boolean)
          .join(' · '),
        place: way === 'offline' ? String(place).padStart(2, '0') : words.online,
      }
    })
    const code = codes.get(company.id) ?? ''
    return {
      side: isSeller ? 'left' : 'right',
      brand: words.house,
      fair: textIn(locale, fair.title),
      overline: [regionOf(locale, company.country), company.area, company.category].filter(Boolean).join(' · '),
      name: company.name,
      person: company.person,
      role: words.roles[company.role],
      lines: [first, languagesOf(locale, company.languages), codeText(code)].filter(Boolean),
      code: encodeQr(badgeText(origin, fair, company, code)),
      back: {
        title: words.back,
        agenda,
        noneText: words.agendaNone,
        moreText: words.more,
        roomTitle: textIn(locale, fair.venue),
        tables: fair.tables,
        ownTables: tables,
        notes: [words.seoul, issuer.phone].filter(Boolean),
      },
    }
  }
  function* generateBadges(): Generator<Part> {
    for (let from = 0; from < approved.length; from += badgesPerPart)
      yield { kind: 'badges', badges: approved.slice(from, from + badgesPerPart).map(badgeOf) }
  }
  return { parts: lazyParts(generateBadges), bleed: true }
}

const planOf = async (context: Context, fair: FairRow, at: Date): Promise<Pick<Paper, 'parts' | 'bleed'>> => {
  const { locale } = context
  const words = getTableLabels(locale)
  const [companies, meetings] = await Promise.all([
    companiesOf(context, fair.id),
    listFairMeetings(context, fair.id, { isReleased: false }),
  ])
  const days = Map.groupBy(meetings, ({ startsAt }) => formatIsoDay(startsAt))
  const columns = [
    { title: words.time, share: 2 },
    { title: words.place, share: 2 },
    { title: words.seller, share: 5 },
    { title: words.buyer, share: 5 },
  ]
  const rowOf = ({ startsAt, endsAt, way, place, seller, buyer }: Meeting): string[] => [
    `${formatSeoulTime(startsAt)}–${formatSeoulTime(endsAt)}`,
    words.places[way](place),
    companies.get(seller)?.name ?? '',
    companies.get(buyer)?.name ?? '',
  ]
  const compareMeetings = (one: Meeting, other: Meeting): number =>
    Number(one.startsAt) - Number(other.startsAt) ||
    Number(one.way === 'online') - Number(other.way === 'online') ||
    one.place - other.place
  const tables = await buildTablePlans(context, fair, { companies, meetings, at })
  function* generateParts(): Generator<Part> {
    yield { kind: 'title', text: words.plan, note: words.meetings(meetings.length) }
    const about = [fair.title, fair.venue].map((text) => textIn(locale, text))
    yield { kind: 'text', text: about.filter(Boolean).join(' · ') }
    if (meetings.length === 0) yield { kind: 'table', columns, rows: [], noneText: words.none }
    for (const [day, found] of days) {
      yield { kind: 'heading', text: spellDay(locale, new Date(`${day}T00:00:00+09:00`)) }
      yield { kind: 'table', columns, rows: found.toSorted(compareMeetings).map(rowOf) }
    }
    yield* tables()
  }
  return { parts: lazyParts(generateParts) }
}

/** Generates a page for each table and day: every slot, free ones included, and the breaks between. */
const buildTablePlans = async (
  context: Context,
  fair: FairRow,
  { companies, meetings, at }: { companies: ReadonlyMap<string, Company>; meetings: readonly Meeting[]; at: Date },
): Promise<() => Generator<Part>> => {
  const { locale } = context
  const words = getTableLabels(locale)
  const slots = await context.database
    .select()
    .from(fairSlots)
    .where(and(eq(fairSlots.fairId, fair.id), eq(fairSlots.closed, false)))
    .orderBy(asc(fairSlots.startsAt))
  const origin = await matchOrigin(context)
  const code = origin ? encodeQr(`${origin}/match/fairs/${fair.id}`) : null
  const right = [
    textIn(locale, fair.title),
    words[code ? 'version' : 'asOf'](`${formatIsoDay(at)} ${formatSeoulTime(at)}`),
  ]
  const taken = new Map<string, Meeting>()
  for (const meeting of meetings) if (meeting.way === 'offline') taken.set(`${meeting.place} ${meeting.slot}`, meeting)
  const slotOf = (table: number, { id, startsAt, endsAt }: SlotRow): Slot => {
    const found = taken.get(`${table} ${id}`)
    const times = { from: formatSeoulTime(startsAt), to: formatSeoulTime(endsAt) }
    if (!found) return { ...times, texts: [words.free, '', ''], state: 'empty' }
    const [buyer, seller] = [companies.get(found.buyer), companies.get(found.seller)]
    const texts = [
      buyer?.name ?? '',
      buyer ? [regionOf(locale, buyer.country), buyer.area].filter(Boolean).join(' ') : '',
      seller?.name ?? '',
    ] as const
    return { ...times, texts, state: 'taken' }
  }
  const pauses = fair.breaks.map(({ startAt, endAt, title }) => ({
    startsAt: new Date(startAt),
    slot: {
      from: formatSeoulTime(new Date(startAt)),
      to: formatSeoulTime(new Date(endAt)),
      texts: [textIn(locale, title), '', ''],
      state: 'break',
    } satisfies Slot,
  }))
  const days = [...new Set(slots.map(({ startsAt }) => formatIsoDay(startsAt)))]
  return function* plans() {
    for (let table = 1; table <= fair.tables; table += 1)
      for (const day of days) {
        const lines = [
          ...slots
            .filter(({ startsAt }) => formatIsoDay(startsAt) === day)
            .map((slot) => ({ startsAt: slot.startsAt, slot: slotOf(table, slot) })),
          ...pauses.filter(({ startsAt }) => formatIsoDay(startsAt) === day),
        ].toSorted((one, other) => Number(one.startsAt) - Number(other.startsAt))
        const under = [textIn(locale, fair.venue), spellDay(locale, new Date(`${day}T00:00:00+09:00`))]
        yield {
          kind: 'plan',
          title: words.places.offline(table),
          under: under.filter(Boolean).join(' · '),
          right,
          code,
        }
        yield { kind: 'slots', slots: lines.map(({ slot }) => slot) }
      }
  }
}

/** Reads the content of a paper from one consistent snapshot. */
export const makePaper = (context: Context, input: { id: string; kind: FairPaper; at: string }): Promise<Paper> =>
  readSnapshot(context, (within) => readPaper(within, input))

const readPaper = async (
  context: Context,
  { id, kind, at }: { id: string; kind: FairPaper; at: string },
): Promise<Paper> => {
  const fair = await findFair(context, id)
  const { locale } = context
  const moment = new Date(at)
  const [issuer, content] = await Promise.all([
    readIssuer(context),
    kind === 'badges' ? badgesOf(context, fair) : planOf(context, fair, moment),
  ])
  const title = kind === 'badges' ? getBadgeLabels(locale).badges : getTableLabels(locale).plan
  return {
    locale,
    title: `${title} · ${textIn(locale, fair.title)}`,
    name: `${title} ${textIn(locale, fair.title)} ${formatIsoDay(moment)}`,
    issuer: issuer.name,
    at: moment,
    wide: kind === 'plan',
    ...content,
  }
}

/** PDF papers of a fair: badges and table plans. */
export const papers = defineDocuments('fairs', makePaper)
