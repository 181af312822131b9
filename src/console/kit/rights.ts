import { mayRead, mayWrite, type Section } from '#kit/scopes.ts'
import { useSession } from '#session/use-session.ts'

/**
 * What the account of this tab may do, as its token says it: screens hide what would be refused. The server decides by
 * the database.
 */
const useScopes = (): readonly string[] => useSession()?.scope ?? []

export const useMayRead = (section: Section): boolean => mayRead(useScopes(), section)
export const useMayWrite = (section: Section): boolean => mayWrite(useScopes(), section)
