import { mayRead, mayRequest, mayWrite, type Section } from '#kit/scopes.ts'
import { useSession } from '#session/use-session.ts'

/**
 * What the account of this tab may do, as its token says it: screens hide what would be refused. The server decides by
 * the database.
 */
const useScopes = (): readonly string[] => useSession()?.scope ?? []

export const useMayRead = (section: Section): boolean => mayRead(useScopes(), section)
/** Whether it may do what takes this section's right: alone, or by asking for another person's approval. */
export const useMayAsk = (section: Section): boolean => mayRequest(useScopes(), section)

/** Which acts of a screen it may do: those of its section, and those that need the right of another (`Act.needs`). */
export const useMayAct = (section: Section): ((act: { needs?: Section }) => boolean) => {
  const scopes = useScopes()
  return ({ needs }) => (needs ? mayRequest(scopes, needs) : mayWrite(scopes, section))
}

export const useMayWrite = (section: Section): boolean => mayWrite(useScopes(), section)
