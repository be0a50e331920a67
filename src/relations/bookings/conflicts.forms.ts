import * as z from 'zod'

const READ = /^[\w-]{12}(\.\d{1,6})?$/
const MOST_READ = 5000
const READ_WRONG = 'De vraag over wat bezet is kon niet worden gelezen. Sla nog eens op.'

/** What the planner read of who and what is taken: the value of the question, sent back. */
export const conflictsRead = z
  .string()
  .default('')
  .transform((value) => value.split(' ').filter((key) => key !== ''))
  .refine((keys) => keys.length <= MOST_READ && keys.every((key) => READ.test(key)), READ_WRONG)
