export interface DemoUser {
  username: string
  name: string
  email: string | null
  /** Key of the level. */
  level: string
}

/** One account for each level. Passwords are made when they are loaded and printed once. */
export const demoUsers: DemoUser[] = [
  { username: 'owner', name: '한이담', email: 'owner@daecheong.example', level: 'owner' },
  { username: 'manager', name: '민서경', email: 'manager@daecheong.example', level: 'manager' },
  { username: 'editor', name: '노유진', email: 'editor@daecheong.example', level: 'editor' },
  { username: 'counsel', name: '정유진', email: 'counsel@daecheong.example', level: 'counsel' },
  { username: 'viewer', name: '표하린', email: 'viewer@daecheong.example', level: 'viewer' },
  { username: 'member', name: '도이수', email: 'member@daecheong.example', level: 'member' },
]
