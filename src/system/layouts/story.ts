import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A layout with code of its own, and the first of its two versions. */
    ownLayout: { id: number; earlier: number }
  }
}

const NAME = 'Competentielijst beknopt'
const code = (title: string) => `<h1>${title}</h1>
<p>{{ ondertitel }}</p>
<table>
{% for rij in rijen %}<tr>{% for cel in rij.cellen %}<td>{{ cel.tekst }}</td>{% endfor %}</tr>{% endfor %}
</table>
`

/** Layouts come with the database and stay; their own code goes, and one that is not in use yet has some. */
export async function seedLayouts(trx: Trx, story: Story): Promise<void> {
  await trx.updateTable('layouts').set({ source: null }).where('source', 'is not', null).execute()
  await trx.deleteFrom('layout_versions').execute()
  const { id } = await trx
    .insertInto('layouts')
    .values({ name: NAME, kind: 'competency_list', active: false, source: code('Wie kan wat') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ active: false, source: code('Wie kan wat') }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('layouts')
    .set({ source: code('{{ titel }}') })
    .where('id', '=', id)
    .execute()
  const [earlier] = await trx
    .selectFrom('layout_versions')
    .select('id')
    .where('layout_id', '=', id)
    .orderBy('id')
    .execute()
  story.ownLayout = { id, earlier: earlier!.id }
}
