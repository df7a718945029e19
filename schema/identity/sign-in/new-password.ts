/** Rules of new passwords, in a module of their own because the lists are long and few pages need them. */
import { PASSWORD_MESSAGES, passwordRule } from './password.ts'

/** Returns the error of a new password: too short or long, equal to `old`, or trivial; `null` when valid. */
export function newPasswordMessage(
  text: string,
  about: { email?: string; old?: string | null } = {},
): string | null {
  const message = passwordRule(text)
  if (message !== null) return message
  if (text === about.old) return PASSWORD_MESSAGES.same
  return isTrivialPassword(text, about.email ?? '') ? PASSWORD_MESSAGES.trivial : null
}

/**
 * Returns whether a password is trivial: one of the most frequent leaked passwords, also with digits or signs around it or
 * digits for letters; a run of keys or repeated letters; or a part of the e-mail address or of the shop's name.
 */
export function isTrivialPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const plain = text.replace(/[013457$@!]/g, (sign) => PLAIN[sign] ?? sign).replace(/[^\p{L}]+$/u, '')
  if ([text, core, plain].some((word) => COMMON.has(word))) return true
  if (isRun(text)) return true
  const address = email.trim().toLowerCase()
  return [address, ...address.split('@')].some((word) => word.length > 2 && core === word)
}

/** Returns whether a text is a repetition or a run of keys: `aaaaaa`, `abcabc`, `987654`, `qwertyu`. */
function isRun(text: string): boolean {
  if (/^(.{1,3})\1+.?$/u.test(text)) return true
  return ROWS.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))
}

const PLAIN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
  '!': 'i',
}

const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
  '1qaz2wsx3edc4rfv',
  'q1w2e3r4t5y6u7i8o9p0',
]

/** The most frequent leaked passwords, without digits and signs at their ends. */
const COMMON = new Set(
  `password passwort passwd passw0rd pass pa$$word letmein welcome admin administrator root login master monkey dragon
  football baseball basketball soccer hockey superman batman spiderman iloveyou princess sunshine shadow michael jordan
  jennifer ashley jessica michelle daniel charlie thomas robert george andrew matthew joshua hunter hunter2 ranger
  buster killer pepper ginger summer winter spring autumn flower cookie chocolate cheese butterfly purple orange yellow
  silver golden diamond hello hello123 freedom whatever trustno1 trustnoone starwars pokemon computer internet samsung
  google facebook twitter instagram liverpool chelsea arsenal barcelona juventus mustang corvette ferrari porsche
  mercedes toyota honda nissan yamaha harley camaro nothing secret access qwerty qwertz azerty asdf asdfgh zxcvbn
  qazwsx abc abcd abcdef test testing tester guest default changeme temp temporary demo user username mypassword
  lovely babygirl loveme forever family friends jesus christ blessed angel heaven matrix phoenix falcon eagles lakers
  cowboys steelers yankees redsox bailey maggie tigger snoopy mickey donald peanut biteme cheese banana apple
  letmein1 welcome1 password1 p@ssword zaq1zaq1 zaq12wsx 1q2w3e 1qazxsw2 aa12345678 a123456 a1b2c3 iloveu
  treadline tireshop tires tire wheels wheel usedtires shop shopping customer account`
    .split(/\s+/)
    .filter(Boolean),
)
