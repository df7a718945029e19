/** The signature of the links with which mailboxes confirm a merge of orders (H14k). The row of the merge says how long they work. */
import type { MergeLink } from '../../../schema/staff/customers/order-merge.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'

const claim = ({ id, side }: Pick<MergeLink, 'id' | 'side'>) => `order-merge:${id}:${side}`

/** Returns the signature of one of the two links of a request to move orders (H14k), which only its mailbox gets. */
export function signMergeLink(secret: string, link: Pick<MergeLink, 'id' | 'side'>): string {
  return sign(secret, claim(link))
}

/** Returns whether this shop made the link. */
export function verifyMergeLink(secret: string, link: MergeLink): boolean {
  return verifySignature(secret, claim(link), link.proof)
}
