import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Bytes that a Node process holds after garbage collection. */
export interface SettledMemory {
  /** Heap objects, and buffers outside the heap. */
  objects: number
  /** Resident memory (VmRSS). Linux returns freed memory with a delay. */
  resident: number
}

/**
 * Collects the garbage of another process and measures what remains. Without that, a process can release more between
 * two measurements than it allocated. The inspector is opened by SIGUSR1 on the port of `--inspect-port` and stays open
 * until the process ends.
 */
export const measureSettledMemory = async (pid: number, inspectorPort: number): Promise<SettledMemory> => {
  process.kill(pid, 'SIGUSR1')
  const call = await connectInspector(inspectorPort)
  try {
    // Twice: the second collection frees what finalizers released.
    for (let time = 0; time < 2; time += 1) {
      await call('HeapProfiler.collectGarbage', {})
      await wait(500)
    }
    const { result } = await call('Runtime.evaluate', {
      expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
    })
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return { objects: Number(result?.value), resident: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024 }
  } finally {
    call.close()
  }
}

type Answer = { result?: { value?: unknown } }

const connectInspector = async (port: number) => {
  const [target] = await targetsAt(port)
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The inspector was not reached.')))
  })
  let id = 0
  const call = (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      id += 1
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return Object.assign(call, { close: () => socket.close() })
}

/** Returns the inspector's targets as soon as it listens. */
const targetsAt = async (port: number): Promise<{ webSocketDebuggerUrl: string }[]> => {
  for (const deadline = performance.now() + 10_000; ; await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    if (answer?.ok) return (await answer.json()) as { webSocketDebuggerUrl: string }[]
    if (performance.now() > deadline) throw new Error('The process opened no inspector.')
  }
}
