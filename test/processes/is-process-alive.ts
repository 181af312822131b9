import { spawnSync } from 'node:child_process'

/** True if a process runs. Signal 0 does not tell: it also succeeds for a zombie. */
export const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
