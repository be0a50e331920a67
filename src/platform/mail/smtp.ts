import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Delivery, type Letter, type Route, errorText } from './delivery.ts'

const CONNECT_MS = 15_000
const SOCKET_MS = 60_000
/** Our own pace; a mail server of one's own has no published limit. */
const PER_MINUTE = 600

interface SmtpError extends Error {
  responseCode?: number
  code?: string
  /** What the server answered to. */
  command?: string
}

/** Refusals before the first recipient are about our account, not about this letter: who may send here, and as whom. */
const ABOUT_US = ['CONN', 'EHLO', 'HELO', 'MAIL FROM']
/** Except that this letter is too large (RFC 1870, 6). */
const TOO_LARGE = 552

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** TLS is required where a password is sent, except to this machine; `requireTLS` in the address overrules that. */
export function wantsTls(url: URL): boolean {
  const said = url.searchParams.get('requireTLS')
  return said === null ? url.password !== '' && !LOOPBACK.test(url.hostname) : said === 'true'
}

/** A server, and how it is spoken to. */
export interface SmtpServer {
  host: string
  /** What its certificate has to be of, where `host` is but its address. */
  name: string
  port: number
  /** 'if offered': STARTTLS where the server has it. */
  encryption: 'tls' | 'starttls' | 'none' | 'if offered'
  credentials: { user: string; pass: string } | null
}

/** The server of `smtp[s]://user:password@host:port`. */
function serverOf(url: URL): SmtpServer {
  const isSecure = url.protocol === 'smtps:'
  const { hostname, username, password } = url
  return {
    host: hostname,
    name: hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    encryption: isSecure ? 'tls' : wantsTls(url) ? 'starttls' : 'if offered',
    credentials: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

const optionsOf = ({ host, name, port, encryption }: SmtpServer) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SOCKET_MS,
  ...(name === host ? {} : { tls: { servername: name } }),
})

/**
 * Hands a letter to an SMTP server. Until the server has asked for the text (354) nothing was handed over; after that
 * only its answer says whether it took it, so a connection that breaks there leaves the letter uncertain.
 * @param find the server as it is found when it is the turn of a letter; what it throws is about us
 */
export const serverRoute = (address: string, find: () => Promise<SmtpServer>): Route => ({
  address,
  perMinute: PER_MINUTE,
  deliver: async (letter, signal) => {
    const found = await find().catch((error: unknown): Delivery => ({ state: 'later', error: errorText(error) }))
    return 'state' in found ? found : deliver(found, letter, signal)
  },
})

export function smtpRoute(address: string, smtpUrl: string): Route {
  const server = serverOf(new URL(smtpUrl))
  return serverRoute(address, () => Promise.resolve(server))
}

async function deliver(server: SmtpServer, letter: Letter, signal?: AbortSignal): Promise<Delivery> {
  const connection = new SMTPConnection(optionsOf(server))
  let handingOver = false
  const text = new Readable({
    read() {
      handingOver = true
      this.push(letter.rawWithoutBcc)
      this.push(null)
    },
  })
  try {
    return await new Promise<Delivery>((resolve, reject) => {
      connection.once('error', reject)
      signal?.addEventListener('abort', () => reject(new Error('Noordkaap is gestopt')))
      connection.connect((connectError) => {
        if (connectError) return reject(connectError)
        const send = () =>
          connection.send({ from: letter.from, to: letter.to }, text, (error, info) => {
            if (error) return reject(error)
            const rejected = info.rejected.map(String)
            if (rejected.includes(letter.to[0]!))
              return resolve({ state: 'refused', error: refusalOf(info.rejectedErrors?.[0]) })
            resolve({
              state: 'sent',
              ...(rejected.length > 0 ? { note: `Niet aangenomen voor: ${rejected.join(', ')}` } : {}),
            })
          })
        const { credentials } = server
        if (credentials === null) return send()
        connection.login({ credentials }, (error) => (error ? reject(error) : send()))
      })
    })
  } catch (error) {
    return outcomeOf(error as SmtpError, handingOver)
  } finally {
    // Closes the connection; the result is known by now, so a slow server is not waited for again.
    if (signal?.aborted) connection.close()
    else connection.quit()
    text.destroy()
  }
}

const refusalOf = (error: Error | undefined): string => (error ? errorText(error) : 'Het adres is geweigerd.')

function outcomeOf(error: SmtpError, handingOver: boolean): Delivery {
  const { responseCode, code, command = '' } = error
  const aboutUs = responseCode !== undefined && responseCode !== TOO_LARGE && ABOUT_US.includes(command)
  // Signing in failed: that is about us too (RFC 4954, 6).
  if (code === 'EAUTH' || aboutUs) return { state: 'later', error: errorText(error) }
  // 5yz is a permanent answer, 4yz a passing one (RFC 5321, 4.2.1).
  if (responseCode !== undefined && responseCode >= 500) return { state: 'refused', error: errorText(error) }
  if (responseCode !== undefined || !handingOver) return { state: 'later', error: errorText(error) }
  return { state: 'uncertain', error: `De verbinding is verbroken tijdens het versturen (${errorText(error)}).` }
}
