import { spawnSync } from 'node:child_process'

/** Whether a process runs. One that has ended but was not collected yet still answers to signal 0. */
export const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
