import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** An entry of the history that planners see too: the first establishment being added. */
    event: number
  }
}

export async function seedHistory(trx: Trx, story: Story): Promise<void> {
  const { id } = await trx
    .selectFrom('history')
    .select('id')
    .where('record_type', '=', 'establishment')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  story.event = id
}
