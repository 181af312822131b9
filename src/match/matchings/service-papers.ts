import { and, asc, eq } from 'drizzle-orm'
import qrcode from 'qrcode'
import { textIn } from '#kit/i18n.ts'
import type { Badge, Paper, Part } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { badgeCodes, codeText } from '#match/checkins/service.ts'
import { findFair } from '#match/fairs/service.ts'
import type { FairRow } from '#match/fairs/table.ts'
import { nameOf } from '#match/participants/service.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { companies } from '#people/companies/table.ts'
import { badgeWords, dayIn, isoDay, issuerOf, papersOf, tableWords, timeOf } from '#platform/papers/service.ts'
import { matchOrigin } from '#platform/settings/service.ts'
import type { FairPaper } from './rules.ts'
import { type FoundMatching, findAllOf } from './service.ts'

/**
 * Squares of a badge's QR: the company's page in the fair, and behind the # the code that the door reads, which no
 * request carries. Where the site has no address to name, the code alone.
 */
const codeOf = (origin: string, fair: FairRow, profile: { id: string; role: string }, code: string): Badge['code'] => {
  const says = origin ? `${origin}/match/fairs/${fair.id}/${profile.role}s/${profile.id}#${code}` : code
  const { modules } = qrcode.create(says, { errorCorrectionLevel: 'M' })
  return { size: modules.size, dark: (row, column) => modules.get(row, column) === 1 }
}

const badgesOf = async (context: Context, fair: FairRow): Promise<Part[]> => {
  const rows = await context.database
    .select({ profile: matchProfiles, company: companies })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(and(eq(participations.fairId, fair.id), eq(participations.state, 'approved')))
    .orderBy(asc(matchProfiles.role), asc(companies.name), asc(matchProfiles.id))
  const [words, codes] = [badgeWords(context.locale), await badgeCodes(context, fair.id)]
  const origin = await matchOrigin(context)
  if (rows.length === 0) return [{ kind: 'text', text: words.none }]
  return [
    {
      kind: 'badges',
      badges: rows.map(({ profile, company }) => {
        const called = nameOf(context, profile, company)
        const code = codes.get(profile.id) ?? ''
        return {
          above: textIn(context.locale, fair.title),
          // Who comes is not always named: the company is then what the badge says.
          name: profile.contactName || called,
          company: profile.contactName ? called : '',
          below: `${words.roles[profile.role]} · ${codeText(code)}`,
          code: codeOf(origin, fair, profile, code),
        }
      }),
    },
  ]
}

const isMeeting = ({ matching }: FoundMatching): boolean =>
  ['confirmed', 'held'].includes(matching.state) && matching.startsAt !== null && matching.place !== null

const planOf = async (context: Context, fair: FairRow): Promise<Part[]> => {
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
  if (meetings.length === 0) return [...head, { kind: 'table', columns, rows: [], none: words.none }]
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
  ]
}

/** Reads what a paper of a fair says. */
const makePaper = async (
  context: Context,
  { id, kind, at }: { id: string; kind: FairPaper; at: string },
): Promise<Paper> => {
  const fair = await findFair(context, id)
  const { locale } = context
  const [issuer, parts] = await Promise.all([
    issuerOf(context),
    kind === 'badges' ? badgesOf(context, fair) : planOf(context, fair),
  ])
  const moment = new Date(at)
  const title = kind === 'badges' ? badgeWords(locale).badges : tableWords(locale).plan
  return {
    locale,
    title: `${title} · ${textIn(locale, fair.title)}`,
    name: `${title} ${textIn(locale, fair.title)} ${isoDay(moment)}`,
    issuer: issuer.name,
    at: moment,
    parts,
  }
}

/** Badges and table plans. */
export const papers = papersOf('fairs', makePaper)
