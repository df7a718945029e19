/** Lists the files of an order: links once the order is paid, titles before. */
import { type DownloadView, formatDownloadsLeft } from '../../../schema/orders/status/download.ts'

export function DownloadList({ files }: { files: readonly DownloadView[] }) {
  return (
    <ul className="downloads">
      {files.map(({ title, href, left }) => (
        <li key={title}>
          {href ? (
            <a href={href} download>
              {title}
            </a>
          ) : (
            <span>{title}</span>
          )}
          <span className="t-14 quiet">
            {href === null
              ? 'Ready once the order is paid'
              : left === null
                ? 'As many times as you like'
                : formatDownloadsLeft(left)}
          </span>
        </li>
      ))}
    </ul>
  )
}
