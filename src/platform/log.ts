import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** The process log: JSON lines on standard output, never with personal data (route patterns instead of URLs). */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      'password',
      '*.password',
      // PostgreSQL's message about a refused row contains the row.
      ...['detail', 'where', 'parameters', 'query', 'internalQuery', 'body'].map((name) => `err.${name}`),
    ],
  } satisfies LoggerOptions
  return to ? pino(options, to) : pino(options)
}

export type Log = Logger
