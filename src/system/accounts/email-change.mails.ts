import type { Side } from './email-change.queries.ts'

/** The mail with the link of one side. To the new address it says no more of the account than whose it is. */
export function confirmationMail(
  side: Side,
  { name, newEmail, link }: { name: string; newEmail: string; link: string },
) {
  const how = `Met deze link bevestigt u het; hij werkt twee uur en één keer:\n${link}`
  return side === 'old'
    ? {
        subject: 'Ander e-mailadres voor uw account',
        text: `Beste ${name},\n\nVoor uw account bij Noordkaap is een ander e-mailadres gevraagd: ${newEmail}. Dat gaat in als u het op dit adres en op het nieuwe adres bevestigt. ${how}\n\nHeeft u dit niet gevraagd? Bevestig dan niets en kies een nieuw wachtwoord: wie dit vroeg, kent het uwe.`,
      }
    : {
        subject: 'Bevestig uw e-mailadres',
        text: `Goedendag,\n\nDit e-mailadres is opgegeven voor het account van ${name} bij Noordkaap. Dat gaat in als het op dit adres en op het oude adres wordt bevestigd. ${how}\n\nKent u dit account niet? Dan hoeft u niets te doen.`,
      }
}

/** What both addresses are told once it has changed. */
export const changedMail = ({ name, oldEmail, newEmail }: { name: string; oldEmail: string; newEmail: string }) => ({
  subject: 'E-mailadres gewijzigd',
  text: `Beste ${name},\n\nHet e-mailadres van uw account bij Noordkaap is gewijzigd van ${oldEmail} in ${newEmail}. Voortaan logt u in met het nieuwe adres en ontvangt u daar onze berichten.\n\nHeeft u dit niet gedaan? Neem dan direct contact op met een beheerder.`,
})
