import { and, asc, eq } from 'drizzle-orm'
import qrcode from 'qrcode'
import { textIn } from '#kit/i18n.ts'
import { type Locale, languageTag } from '#kit/locale.ts'
import type { Badge, Code, Paper, Part, Slot } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { badgeCodes, codeText } from '#match/checkins/service.ts'
import { findFair } from '#match/fairs/service.ts'
import { type FairRow, fairSlots, type SlotRow } from '#match/fairs/table.ts'
import { nameOf } from '#match/participants/service.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { companies } from '#people/companies/table.ts'
import { badgeWords, dayIn, isoDay, issuerOf, papersOf, tableWords, timeOf } from '#platform/papers/service.ts'
import { matchOrigin } from '#platform/settings/service.ts'
import type { FairPaper } from './rules.ts'
import { asTold, type FoundMatching, findAllOf } from './service.ts'
import { badgeText } from './service-badge.ts'

const squaresOf = (says: string): Code => {
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

const isMeeting = ({ matching }: FoundMatching): boolean =>
  ['confirmed', 'held'].includes(matching.state) && matching.startsAt !== null && matching.place !== null

const byTime = (one: FoundMatching, other: FoundMatching): number =>
  Number(one.matching.startsAt) - Number(other.matching.startsAt)

/** 11.23. 14:30, or the time alone where a fair has one day. */
const momentOf = (fair: FairRow, moment: Date): string =>
  isoDay(fair.startsAt) === isoDay(fair.endsAt)
    ? timeOf(moment)
    : `${isoDay(moment).slice(5).replace('-', '.')} ${timeOf(moment)}`

const badgesOf = async (context: Context, fair: FairRow): Promise<Part[]> => {
  const { locale } = context
  const rows = await context.database
    .select({ profile: matchProfiles, company: companies })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(and(eq(participations.fairId, fair.id), eq(participations.state, 'approved')))
    .orderBy(asc(matchProfiles.role), asc(companies.name), asc(matchProfiles.id))
  const [words, places] = [badgeWords(locale), tableWords(locale).places]
  if (rows.length === 0) return [{ kind: 'text', text: words.none }]
  const [codes, origin, found, issuer] = await Promise.all([
    badgeCodes(context, fair.id),
    matchOrigin(context),
    // A plan that is held back is not printed for those who do not know of it.
    findAllOf(context, fair.id).then((all) => all.map(asTold).filter(isMeeting).toSorted(byTime)),
    issuerOf(context),
  ])
  const meetings = new Map<string, FoundMatching[]>()
  for (const meeting of found)
    for (const id of [meeting.matching.sellerId, meeting.matching.buyerId])
      meetings.set(id, [...(meetings.get(id) ?? []), meeting])

  const badgeOf = ({ profile, company }: (typeof rows)[number]): Badge => {
    const called = nameOf(context, profile, company)
    const own = meetings.get(profile.id) ?? []
    const isSeller = profile.role === 'seller'
    const tables = [
      ...new Set(own.flatMap(({ matching: { way, place } }) => (way === 'offline' && place ? [place] : []))),
    ]
    const first = isSeller
      ? tables.map((number) => places.offline(number)).join(', ')
      : own.map(({ matching: { startsAt } }) => momentOf(fair, startsAt ?? fair.startsAt)).join('  ')
    const agenda = own.map((meeting): Badge['back']['agenda'][number] => {
      const { matching, seller, buyer, sellerCompany, buyerCompany } = meeting
      const [other, record] = isSeller ? [buyer, buyerCompany] : [seller, sellerCompany]
      const name = nameOf(context, other, record)
      return {
        time: momentOf(fair, matching.startsAt ?? fair.startsAt),
        name,
        note: [record.name !== name && record.name, regionOf(locale, other.country)].filter(Boolean).join(' · '),
        place: matching.way === 'offline' ? String(matching.place).padStart(2, '0') : words.online,
      }
    })
    const code = codes.get(profile.id) ?? ''
    return {
      side: isSeller ? 'left' : 'right',
      house: words.house,
      fair: textIn(locale, fair.title),
      above: [regionOf(locale, profile.country), profile.areaCity, company.category].filter(Boolean).join(' · '),
      name: called,
      person: profile.contactName,
      role: words.roles[profile.role],
      below: [first, languagesOf(locale, profile.languages), codeText(code)].filter(Boolean),
      code: squaresOf(badgeText(origin, fair, profile, code)),
      back: {
        title: words.back,
        agenda,
        none: words.agendaNone,
        more: words.more,
        hall: textIn(locale, fair.venue),
        tables: fair.tables,
        own: tables,
        notes: [words.seoul, issuer.phone].filter(Boolean),
      },
    }
  }
  return [{ kind: 'badges', badges: rows.map(badgeOf) }]
}

const planOf = async (context: Context, fair: FairRow, at: Date): Promise<Part[]> => {
  const words = tableWords(context.locale)
  const meetings = (await findAllOf(context, fair.id)).filter(isMeeting)
  const days = new Map<string, FoundMatching[]>()
  for (const meeting of meetings) {
    const day = isoDay(meeting.matching.startsAt ?? fair.startsAt)
    days.set(day, [...(days.get(day) ?? []), meeting])
  }
  const columns = [
    { title: words.time, share: 2 },
    { title: words.place, share: 2 },
    { title: words.seller, share: 5 },
    { title: words.buyer, share: 5 },
  ]
  const rowOf = ({ matching, seller, buyer, sellerCompany, buyerCompany }: FoundMatching): string[] => {
    const { startsAt, endsAt, way, place } = matching
    return [
      `${startsAt ? timeOf(startsAt) : ''}–${endsAt ? timeOf(endsAt) : ''}`,
      words.places[way ?? 'offline'](place ?? 0),
      nameOf(context, seller, sellerCompany),
      nameOf(context, buyer, buyerCompany),
    ]
  }
  const order = ({ matching }: FoundMatching) =>
    `${matching.startsAt?.toISOString()} ${matching.way === 'offline' ? 0 : 1} ${String(matching.place).padStart(4, '0')}`
  const head: Part[] = [
    { kind: 'title', text: words.plan, note: words.meetings(meetings.length) },
    {
      kind: 'text',
      text: [fair.title, fair.venue]
        .map((text) => textIn(context.locale, text))
        .filter(Boolean)
        .join(' · '),
    },
  ]
  const plans = await tablePlans(context, fair, meetings, at)
  if (meetings.length === 0) return [...head, { kind: 'table', columns, rows: [], none: words.none }, ...plans]
  return [
    ...head,
    ...[...days].flatMap(([day, found]): Part[] => [
      { kind: 'heading', text: dayIn(context.locale, new Date(`${day}T00:00:00+09:00`)) },
      {
        kind: 'table',
        columns,
        rows: found.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).map(rowOf),
      },
    ]),
    ...plans,
  ]
}

/** A page for each table and day: every slot of the day, the empty ones too, and the breaks between. */
const tablePlans = async (
  context: Context,
  fair: FairRow,
  meetings: readonly FoundMatching[],
  at: Date,
): Promise<Part[]> => {
  const { locale } = context
  const words = tableWords(locale)
  const slots = await context.database
    .select()
    .from(fairSlots)
    .where(and(eq(fairSlots.fairId, fair.id), eq(fairSlots.closed, false)))
    .orderBy(asc(fairSlots.startsAt))
  const origin = await matchOrigin(context)
  const code = origin ? squaresOf(`${origin}/match/fairs/${fair.id}`) : null
  const right = [textIn(locale, fair.title), words[code ? 'version' : 'asOf'](`${isoDay(at)} ${timeOf(at)}`)]
  const taken = new Map<string, FoundMatching>()
  for (const meeting of meetings)
    if (meeting.matching.way === 'offline') taken.set(`${meeting.matching.place} ${meeting.matching.slotId}`, meeting)
  const slotOf = (table: number, { id, startsAt, endsAt }: SlotRow): Slot => {
    const found = taken.get(`${table} ${id}`)
    const times = { from: timeOf(startsAt), to: timeOf(endsAt) }
    if (!found) return { ...times, texts: [words.free, '', ''], state: 'empty' }
    const { buyer, buyerCompany, seller, sellerCompany } = found
    const texts = [
      nameOf(context, buyer, buyerCompany),
      [regionOf(locale, buyer.country), buyer.areaCity].filter(Boolean).join(' '),
      nameOf(context, seller, sellerCompany),
    ] as const
    return { ...times, texts, state: 'taken' }
  }
  const pauses = fair.breaks.map(({ startAt, endAt, title }) => ({
    startsAt: new Date(startAt),
    slot: {
      from: timeOf(new Date(startAt)),
      to: timeOf(new Date(endAt)),
      texts: [textIn(locale, title), '', ''],
      state: 'break',
    } satisfies Slot,
  }))
  const days = [...new Set(slots.map(({ startsAt }) => isoDay(startsAt)))]
  const tables = Array.from({ length: fair.tables }, (_, index) => index + 1)
  return tables.flatMap((table) =>
    days.flatMap((day): Part[] => {
      const lines = [
        ...slots
          .filter(({ startsAt }) => isoDay(startsAt) === day)
          .map((slot) => ({ startsAt: slot.startsAt, slot: slotOf(table, slot) })),
        ...pauses.filter(({ startsAt }) => isoDay(startsAt) === day),
      ].toSorted((one, other) => Number(one.startsAt) - Number(other.startsAt))
      const under = [textIn(locale, fair.venue), dayIn(locale, new Date(`${day}T00:00:00+09:00`))]
      return [
        {
          kind: 'plan',
          title: words.places.offline(table),
          under: under.filter(Boolean).join(' · '),
          right,
          code,
        },
        { kind: 'slots', slots: lines.map(({ slot }) => slot) },
      ]
    }),
  )
}

/** Reads what a paper of a fair says. */
const makePaper = async (
  context: Context,
  { id, kind, at }: { id: string; kind: FairPaper; at: string },
): Promise<Paper> => {
  const fair = await findFair(context, id)
  const { locale } = context
  const moment = new Date(at)
  const [issuer, parts] = await Promise.all([
    issuerOf(context),
    kind === 'badges' ? badgesOf(context, fair) : planOf(context, fair, moment),
  ])
  const title = kind === 'badges' ? badgeWords(locale).badges : tableWords(locale).plan
  return {
    locale,
    title: `${title} · ${textIn(locale, fair.title)}`,
    name: `${title} ${textIn(locale, fair.title)} ${isoDay(moment)}`,
    issuer: issuer.name,
    at: moment,
    wide: kind === 'plan',
    bleed: parts.some((part) => part.kind === 'badges'),
    parts,
  }
}

/** Badges and table plans. */
export const papers = papersOf('fairs', makePaper)
