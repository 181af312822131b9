import { connect } from 'node:net'

/** Sends raw bytes and returns everything received until the connection closes, as Latin-1. */
export const sendRaw = (
  port: number,
  text: string | Buffer,
  { timeout = 5000, host = '127.0.0.1' }: { timeout?: number; host?: string } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host)
    const pieces: Buffer[] = []
    socket.setTimeout(timeout, () => socket.destroy(new Error(`No close within ${timeout} ms`)))
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')))
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  })

/** Parses status, headers by lower-case name, and body of the first answer in a raw text. */
export const readAnswer = (text: string): { status: number; headers: Record<string, string>; body: string } => {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = Buffer.from(text.slice(end + 4), 'latin1').toString('utf8')
  return { status: Number(first.split(' ')[1]), headers, body }
}
