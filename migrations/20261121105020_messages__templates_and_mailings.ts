import { type Kysely, sql } from 'kysely'

/**
 * Written messages. A mailing is one message to many people; each of them has a row of their own in `mails`, whose text
 * is made when it is their turn. `mail_accounts` holds the mailbox that an administrator signed in to (tokens sealed).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table default_messages (
      id integer generated always as identity primary key,
      name citext not null unique check (length(name) between 1 and 100),
      subject text not null,
      content text not null
    )
  `.execute(db)
  await sql`select track('default_messages', 'default-message')`.execute(db)

  await sql`
    create table mailings (
      id integer generated always as identity primary key,
      type text not null check (type in ('default', 'course')),
      subject text not null,
      content text not null,
      record_ids integer[] not null,
      sender_id integer references users on delete set null,
      sender_name text not null,
      sender_email text not null,
      created_at timestamptz not null default now()
    )
  `.execute(db)

  await sql`
    alter table mails
      add column cc text[] not null default '{}',
      add column bcc text[] not null default '{}',
      add column reply_to text,
      add column sent_by integer references users on delete set null,
      add column resend_of integer references mails on delete set null,
      add column mailing_id integer references mailings,
      add column recipient_kind text,
      add column provider_id text,
      add column claimed_at timestamptz,
      drop constraint mails_state_check,
      add constraint mails_state_check
        check (state in ('queued', 'sending', 'sent', 'refused', 'uncertain', 'bounced'))
  `.execute(db)
  await sql`create index mails_sending on mails (claimed_at) where state = 'sending'`.execute(db)
  await sql`create index mails_created on mails (created_at desc, id desc)`.execute(db)
  await sql`create index mails_record on mails (record_type, record_id, id desc)`.execute(db)
  await sql`create index mails_recipient on mails (lower(recipient), id desc)`.execute(db)
  await sql`create index mails_mailing on mails (mailing_id, state, id) where mailing_id is not null`.execute(db)
  await sql`create index mails_resend_of on mails (resend_of) where resend_of is not null`.execute(db)

  await sql`
    create table mail_accounts (
      id integer generated always as identity primary key,
      provider text not null check (provider in ('microsoft', 'google')),
      address text not null,
      refresh_token text not null,
      access_token text not null,
      expires_at timestamptz not null,
      error text
    )
  `.execute(db)
  // One mailbox at a time: what is sent must not depend on which of two answered first.
  await sql`create unique index mail_accounts_one on mail_accounts ((true))`.execute(db)
  await sql`select track('mail_accounts', 'mail-account', 'id', '{refresh_token,access_token,expires_at}')`.execute(db)
}
