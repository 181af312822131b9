import { eq } from 'drizzle-orm'
import { isCommonPassword } from '#kit/auth/common-passwords.ts'
import { verifyPassword } from '#kit/auth/password.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import { consistsOfKnownWords, getMinPasswordLength } from '../rules.ts'
import { clearFailures, createOwnPasswordKey, WrongPassword, withAttempt } from './limit-attempts.ts'

/**
 * Checks the caller's own password before a sensitive action. Rate-limited, so that a stolen session cannot guess it.
 */
export const verifyOwnPassword = async (
  context: Context,
  password: string,
  path: string,
): Promise<{ hash: string }> => {
  const { userId } = context.principal
  const key = createOwnPasswordKey(userId)
  return withAttempt(context, [key], async () => {
    const [found] = await context.database.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
    if (!found || !(await verifyPassword(found.hash, password)))
      throw new WrongPassword(new AppError('invalid', { fields: { [path]: 'wrong_password' } }))
    await clearFailures(context, key)
    return found
  })
}

/**
 * Throws `invalid` for a password that is too short for the account, very common, or made of the firm's words or the
 * username.
 */
export const checkNewPassword = (password: string, username: string, staff: boolean, path: string): void => {
  if (password.length < getMinPasswordLength(staff))
    throw new AppError('invalid', { fields: { [path]: 'short_password' } })
  if (isCommonPassword(password) || consistsOfKnownWords(password, username))
    throw new AppError('invalid', { fields: { [path]: 'weak_password' } })
}
