import { mayRead, mayRequest, mayWrite, type Section } from '#kit/scopes.ts'
import { useSession } from '#session/use-session.ts'

/** Scopes from the token of this tab, to hide what the server would refuse. The server itself checks the database. */
const useScopes = (): readonly string[] => useSession()?.scope ?? []

export const useMayRead = (section: Section): boolean => mayRead(useScopes(), section)
/** True if the account may perform actions of this section, alone or with another person's approval. */
export const useMayRequest = (section: Section): boolean => mayRequest(useScopes(), section)

/**
 * Returns a check for actions of a screen: those of its section, and those that require another section's right
 * (`Act.needs`).
 */
export const useMayPerform = (section: Section): ((act: { needs?: Section }) => boolean) => {
  const scopes = useScopes()
  return ({ needs }) => (needs ? mayRequest(scopes, needs) : mayWrite(scopes, section))
}

export const useMayWrite = (section: Section): boolean => mayWrite(useScopes(), section)
