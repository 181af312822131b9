import { desc, eq, sql } from 'drizzle-orm'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { matchProducts } from '#match/products/table.ts'
import { normalizeName } from '#match/programmes/rules.ts'
import { type ProgrammeEntryRow, programmeEntries } from '#match/programmes/table.ts'
import type { CompanyRow } from '#people/companies/table.ts'
import type { Check, HistoryLine, Participation } from '../contract-review.ts'
import { historyActs, isEmailOfSite } from '../rules.ts'
import type { ParticipationRow, ProfileRow } from '../table.ts'

/** Maximum lines of history shown. */
const maxHistoryLines = 50

const listOtherFairs = async (context: Context, part: ParticipationRow, companyId: string) => {
  const { rows } = await context.database.execute<{
    title: Record<string, string>
    state: ParticipationRow['state']
  }>(sql`
    SELECT fairs.title, other.state FROM participations AS other
      JOIN match_profiles AS profile ON profile.id = other.profile_id JOIN fairs ON fairs.id = other.fair_id
    WHERE profile.company_id = ${companyId} AND other.id <> ${part.id}
    ORDER BY fairs.starts_at DESC, other.id LIMIT 20`)
  return rows.map(({ title, state }) => ({ title: textIn(context.locale, title), state }))
}

/** Counts approved counterparts in the fair whose categories or interests overlap with this company's. */
const countFits = async (context: Context, part: ParticipationRow, profile: ProfileRow): Promise<number> => {
  const topics = profile.role === 'buyer' ? profile.interests : profile.categories
  const { rows } = await context.database.execute<{ fits: number }>(sql`
    SELECT count(*)::int AS fits FROM participations AS other
      JOIN match_profiles AS company ON company.id = other.profile_id
    WHERE other.fair_id = ${part.fairId} AND other.state = 'approved' AND company.role <> ${profile.role}
      AND CASE company.role WHEN 'buyer' THEN company.interests ELSE company.categories END
        && ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(topics)}::jsonb))`)
  return rows[0]?.fits ?? 0
}

interface CheckInput {
  profile: ProfileRow
  company: CompanyRow
  entries: readonly ProgrammeEntryRow[]
  refused: number
  fits: number
}

/** Returns the automatic checks of a company, positive and negative. */
const runChecks = ({ profile, company, entries, refused, fits }: CheckInput): Check[] => {
  const checks: Check[] = []
  if (profile.role === 'seller') {
    checks.push({ kind: 'listed', good: entries.length > 0, count: entries.length })
    if (entries.length > 0) {
      const good = entries.some((entry) => normalizeName(entry.company) === normalizeName(company.name))
      checks.push({ kind: 'named', good, count: 0 })
    }
  }
  checks.push({ kind: 'refused', good: refused === 0, count: refused })
  if (profile.contactEmail && profile.website)
    checks.push({ kind: 'domain', good: isEmailOfSite(profile.contactEmail, profile.website), count: 0 })
  checks.push({ kind: 'fits', good: fits > 0, count: fits })
  return checks
}

/** Returns the audit entries and staff remarks of a participation, oldest first, at most the latest 50. */
export const loadReviewHistory = async (context: Context, id: string): Promise<HistoryLine[]> => {
  const { rows } = await context.database.execute<Omit<HistoryLine, 'at'> & { at: Date }>(sql`
    SELECT * FROM (
      SELECT at, action AS act, actor, CASE WHEN action IN ('asked', 'refused') THEN coalesce(after ->> 'reason', '') ELSE '' END AS text
      FROM audit WHERE entity = 'participations' AND entity_id = ${id}
        AND action IN (${sql.join(
          historyActs.map((act) => sql`${act}`),
          sql`, `,
        )})
      UNION ALL
      SELECT remark.created_at, 'remark', users.name, remark.text
      FROM participation_remarks AS remark LEFT JOIN users ON users.id = remark.author_id
      WHERE remark.participation_id = ${id}
      ORDER BY at DESC LIMIT ${maxHistoryLines}) AS line
    ORDER BY at`)
  return rows.map((line) => ({ ...line, at: new Date(line.at).toISOString() }))
}

interface ReviewedParticipation {
  part: ParticipationRow
  profile: ProfileRow
  company: CompanyRow
  refused: number
}

/** Loads what a reviewer needs in addition to the company's own data. */
export const loadReviewDetails = async (
  context: Context,
  { part, profile, company, refused }: ReviewedParticipation,
): Promise<Pick<Participation, 'programmes' | 'products' | 'otherFairs' | 'checks' | 'history'>> => {
  const { database } = context
  const [entries, products, otherFairs, fits, history] = await Promise.all([
    database
      .select()
      .from(programmeEntries)
      .where(eq(programmeEntries.businessNumber, company.businessNumber))
      .orderBy(desc(programmeEntries.year)),
    database
      .select()
      .from(matchProducts)
      .where(eq(matchProducts.profileId, profile.id))
      .orderBy(desc(matchProducts.year), desc(matchProducts.id)),
    listOtherFairs(context, part, company.id),
    countFits(context, part, profile),
    loadReviewHistory(context, part.id),
  ])
  const pictures = await findFiles(
    context,
    products.map((product) => product.pictures[0]),
  )
  return {
    programmes: entries.map(({ programme, year, product, company: name }) => ({
      programme,
      year,
      product,
      company: name,
    })),
    products: products.map((product) => ({
      _id: product.id,
      name: textIn(context.locale, product.name),
      programme: product.certificate,
      year: product.year,
      visible: product.visible,
      picture: pictureOf(pictures, product.pictures[0]),
    })),
    otherFairs,
    checks: runChecks({ profile, company, entries, refused, fits }),
    history,
  }
}
