import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import type { settings as contract, SettingInput } from '../contract.ts'
import { settings } from '../table.ts'
import { isAdmitted } from './check-networks.ts'
import { readSetting } from './read-settings.ts'
import { invalidateSiteSwitches } from './read-sites.ts'

type SettingShape = z.output<typeof SettingInput>

/** Throws `invalid` if the sites could not be addressed with these changes. */
const assertAddressable = (
  { services }: Context,
  changes: Partial<SettingShape>,
  before: Pick<SettingShape, 'modules' | 'home' | 'matchHost'>,
): void => {
  const { modules, home, matchHost } = { ...before, ...changes }
  const { publicUrl } = services.settings
  if (changes.matchHost && publicUrl && new URL(publicUrl).host === changes.matchHost)
    throw new AppError('invalid', { fields: { matchHost: 'same_host' } })
  if (changes.home && !modules[changes.home] && (modules.firm || modules.match))
    throw new AppError('invalid', { fields: { home: 'home_off' } })
  if ((changes.home || changes.matchHost) && matchHost && home === 'match' && modules.firm && modules.match)
    throw new AppError('invalid', { fields: { matchHost: 'home_and_host' } })
}

export const settingHandlers: Handlers<typeof contract> = {
  async get(context) {
    return { setting: await readSetting(context) }
  },

  async update(context, { body, stamp }) {
    const answer = await context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await readSetting(within)
      const { updatedAt: _stamp, ...changes } = body
      // The caller's own address must be in the new networks, or the caller would be locked out.
      const networks = changes.security?.networks ?? []
      if (networks.length > 0 && !isAdmitted(networks, within.scope.address))
        throw new AppError('invalid', { fields: { 'security.networks': 'locks_out' } })
      assertAddressable(within, changes, before)
      // jsonb || jsonb keeps every group that was not sent; the WHERE clause is the optimistic lock.
      const changed = await within.database
        .update(settings)
        .set({
          value: sql`${settings.value} || ${JSON.stringify(changes)}::jsonb`,
          updatedAt: sql`greatest(${within.now().toISOString()}::timestamptz(3), ${settings.updatedAt} + interval '1 millisecond')`,
        })
        .where(eq(settings.updatedAt, stamp))
        .returning({ id: settings.id })
      if (changed.length === 0) throw new AppError('stale', { current: before })
      const setting = await readSetting(within)
      await writeAudit(within, {
        action: 'update',
        entity: 'setting',
        summary: Object.keys(changes).join(', '),
        before,
        after: setting,
      })
      return { setting }
    })
    invalidateSiteSwitches(context)
    return answer
  },

  async published(context) {
    const setting = await readSetting(context)
    return {
      setting: {
        ...setting,
        ...localize(context.locale, {
          name: setting.name,
          tagline: setting.tagline,
          registration: setting.registration,
          advertisingLawyer: setting.advertisingLawyer,
        }),
        social: setting.social.map(({ name, url }) => ({ ...localize(context.locale, { name }), url })),
      },
    }
  },
}
