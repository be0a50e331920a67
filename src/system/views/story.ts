import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A saved view that the story's person of each of these roles may change. */
    savedViews: Record<number, number>
  }
}

/** How the planners look at their lists: one view that all share, and one of a planner alone. */
export async function seedViews(trx: Trx, story: Story): Promise<void> {
  const owner_id = story.users[ROLE.scheduler]!
  const [shared, own] = await trx
    .insertInto('saved_views')
    .values([
      {
        page: '/contacts',
        name: 'Leidinggevenden',
        owner_id,
        shared: true,
        query: `role=${ROLE.supervisor}&active=yes`,
        position: 1,
      },
      { page: '/contacts', name: 'Docenten', owner_id, query: `role=${ROLE.teacher}&active=yes`, position: 1 },
    ])
    .returning('id')
    .execute()
  story.savedViews = { [ROLE.administrator]: shared!.id, [ROLE.scheduler]: own!.id }
}
