import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Running {
  url: string
  pid: number
  /** What it wrote so far. */
  readonly said: string
  /** Asks it to stop and waits for its end. */
  stop: () => Promise<void>
  /** Ends it at once, as a crash would (kill -9), and waits for its end. */
  kill: () => Promise<void>
}

/**
 * Starts a script as a process of its own and waits until it says on which port it listens.
 * @param flags of Node itself
 */
export function startProcess(
  script: string,
  env: Record<string, string>,
  flags: string[] = [],
  args: string[] = [],
): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, [...flags, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const port = /(?:listening on |localhost:)(\d+)/.exec(text)?.[1]
      if (port)
        resolve({
          url: `http://127.0.0.1:${port}`,
          pid: child.pid!,
          get said() {
            return text
          },
          stop: () => end(child, 'SIGTERM'),
          kill: () => end(child, 'SIGKILL'),
        })
    })
  })
}

/** What `npm start` and the image start Node with. */
export function deployedFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.match(/--max-\S+/g) ?? []
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const closed = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill(signal)
  await closed
}

/** Signs in to the demo and answers the session cookie. */
export async function signIn(url: string, email: string): Promise<string> {
  const form = await fetch(`${url}/login`)
  const before = form.headers.getSetCookie()[0]!.split(';')[0]!
  const _token = /name="_token" value="([^"]+)"/.exec(await form.text())![1]!
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: before },
    body: new URLSearchParams({ email, password: 'noordkaap-demo', _token }),
  })
  if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}
