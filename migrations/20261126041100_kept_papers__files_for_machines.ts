import { type Kysely, sql } from 'kysely'

/**
 * What machines read of an invoice is kept beside its PDF, so that it is made once as well. What was mailed already is
 * what there is of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table kept_papers
      add column kind text not null default 'pdf' constraint kept_papers_kind_check check (kind in ('pdf', 'peppol', 'nlcius')),
      drop constraint kept_papers_invoice_id_key,
      add constraint kept_papers_invoice_id_kind_key unique (invoice_id, kind),
      add constraint kept_papers_signed_as_pdf check (invoice_id is not null or kind = 'pdf')
  `.execute(db)
  await sql`
    insert into kept_papers (invoice_id, kind, storage_key, sha256, byte_size)
    select distinct on (f.storage_key) i.id, substring(f.storage_key from '-(peppol|nlcius)\\.xml$'), f.storage_key, f.sha256, f.byte_size
    from stored_files f join mail_attachments a on a.file_id = f.id join mails m on m.id = a.mail_id
      join invoices i on m.object_type = 'invoice' and i.id = m.object_id
    where f.storage_key = 'papers/ubl/' || i.uid || '-peppol.xml' or f.storage_key = 'papers/ubl/' || i.uid || '-nlcius.xml'
    order by f.storage_key, f.id desc
  `.execute(db)
}
