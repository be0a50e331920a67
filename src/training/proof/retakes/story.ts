import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { setAside } from './retakes.commands.ts'
import { listRetakes } from './retakes.queries.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Enrolments of people who have to come again: one to be planned, and one that was set aside. */
    retakes: { open: number; aside: number }
  }
}

/** The finished plannings tell who was absent or did not pass; one of them left the company. */
export async function seedRetakes(trx: Trx, story: Story): Promise<void> {
  const [open, aside] = await listRetakes(trx)
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('enrolments.id')
    .execute()
  await setAside(trx, [aside!], 'Werkt daar niet meer')
  story.retakes = { open: open!.id, aside: aside!.id }
}
