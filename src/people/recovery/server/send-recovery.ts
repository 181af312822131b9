import { and, eq, lt } from 'drizzle-orm'
import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { queueMail, queueSms } from '#people/messages/server/queue-messages.ts'
import { type UserRow, users } from '#people/users/table.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { linkLifetime } from '../rules.ts'
import { recoveryTokens } from '../table.ts'

/**
 * Returns the address of a link in the language of the request. The token is in the fragment, which appears in no log
 * or referrer.
 */
const buildLink = (context: Context, token: string): string => {
  const { publicUrl, port } = context.services.settings
  return `${publicUrl ?? `http://localhost:${port}`}${inLocale(context.locale, '/recovery/password')}#${token}`
}

/**
 * Sends the username, or a link to set a new password, by mail or text message in the caller's transaction. Does
 * nothing if the account has another contact since the lookup, or cannot log in.
 */
export const sendRecovery = async (
  context: Context,
  {
    user,
    channel,
    what,
  }: {
    user: Pick<UserRow, 'id' | 'username' | 'email' | 'phone'>
    channel: 'EMAIL' | 'SMS'
    what: 'username' | 'password'
  },
): Promise<void> => {
  const contact = channel === 'SMS' ? users.phone : users.email
  const [account] = await context.database
    .select({ contact })
    .from(users)
    .where(
      and(
        eq(users.id, user.id),
        eq(users.state, 'active'),
        eq(contact, (channel === 'SMS' ? user.phone : user.email) ?? ''),
      ),
    )
    .for('no key update')
  if (!account) return
  const options = { locale: context.locale }
  const { name } = await readSetting(context)
  const firm = name[context.locale] ?? name.ko
  const now = context.now()
  const forgetAt = new Date(now.getTime() + linkLifetime)
  let text: string
  if (what === 'username') text = m.recovery_mail_username({ firm, username: user.username }, options)
  else {
    const token = newRefreshToken()
    // A new link invalidates earlier ones.
    await context.database.delete(recoveryTokens).where(eq(recoveryTokens.userId, user.id))
    await context.database.insert(recoveryTokens).values({
      id: context.newId(),
      userId: user.id,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: forgetAt,
    })
    text = m.recovery_mail_password({ firm, link: buildLink(context, token) }, options)
  }
  if (channel === 'SMS') await queueSms(context, { to: user.phone ?? '', about: user.id, text, forgetAt })
  else {
    const subject = m.recovery_mail_subject({ firm }, options)
    await queueMail(context, { to: user.email ?? '', about: user.id, subject, html: htmlOf(text), forgetAt })
  }
}

/** Deletes links that expired more than a day ago. */
export const deleteExpiredLinks = async (context: Context): Promise<void> => {
  const dayAgo = new Date(context.now().getTime() - 24 * 3_600_000)
  await context.database.delete(recoveryTokens).where(lt(recoveryTokens.expiresAt, dayAgo))
}

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
    return []
  },
}
