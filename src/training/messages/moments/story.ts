import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Reminds the students of a planning before it begins. */
    moment: number
    /** Thanks who was there; stopped for the foreign planning. */
    stoppedMoment: number
  }
}

/** What goes by itself in the demo; of certificates nothing does, so that nobody is surprised by it. */
const SWITCHED_ON = ['planning-begin', 'enrolment', 'planning-end', 'planning-change', 'planning-over']

/** The standard messages that go by themselves, from now on: nobody is told of what the story told of before. */
export async function seedMoments(trx: Trx, story: Story): Promise<void> {
  await sql`select add_standard_messages()`.execute(trx)
  const moments = await trx
    .updateTable('message_moments')
    .set({ active_since: new Date(), active: sql<boolean>`kind = any(${SWITCHED_ON})` })
    .returning(['id', 'kind', 'template_id'])
    .execute()
  const of = (key: string) => moments.find(({ kind }) => kind === key)!
  story.defaultMessage = of('planning-begin').template_id
  story.moment = of('planning-begin').id
  story.stoppedMoment = of('planning-end').id
  await trx
    .insertInto('moment_stops')
    .values({ moment_id: story.stoppedMoment, scope_id: story.plannings.foreign })
    .execute()
}
