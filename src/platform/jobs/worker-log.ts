import { Logger } from 'graphile-worker'
import type { Log } from '../log.ts'

/** graphile-worker's messages in our log: failures as errors, everything else only when debugging. */
export function workerLog(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ worker: message }, 'job')
    else log.debug({ worker: message }, 'job')
  })
}
