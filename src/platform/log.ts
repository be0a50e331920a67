import { pino, type Logger } from 'pino'

/** The process log: JSON lines on standard output, never with personal data (route patterns instead of URLs). */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'password', '*.password'],
  })
}

export type Log = Logger
