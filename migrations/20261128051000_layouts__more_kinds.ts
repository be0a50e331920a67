import { type Kysely, sql } from 'kysely'

/** Reports of visits, badges and labels have a layout each too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into layouts (name, kind, code) values
      ('Keuringsrapport', 'visit_report', 'visit_report'), ('Badge', 'badge', 'badge'),
      ('Adresetiket', 'label', 'label'), ('Adresetiket van een bedrijf', 'company_label', 'company_label'),
      ('Apparaatetiket', 'device_label', 'device_label')
    on conflict (name) do nothing
  `.execute(db)
}
