/**
 * Stores the free page's data in this browser. The bytes come from the sandbox and return there, and are never read
 * here.
 */
import { del, get, set } from "idb-keyval";

import { REQUEST_STORED_DATA } from "../sandbox/free_page_data.js";

/** Milliseconds within which the browser must return stored data. */
const PATIENCE = 2_000;

/** Connects the page's side. `name` is the library of exercises that the data belong to. */
export function connectFreePageStorage(port: MessagePort, name: string): void {
  const key = `schema-dojo/data/${name}`;
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === REQUEST_STORED_DATA) return void last(key).then((kept) => port.postMessage(kept));
    const stored = data instanceof ArrayBuffer ? set(key, data) : del(key);
    // Storage is full or disabled: the data last as long as the page.
    stored.catch((reason: unknown) => console.warn("The data could not be stored:", reason));
  };
}

/** A library's data in Base64, for a file of saved work; empty if there are none. */
export async function storedDataText(name: string): Promise<string> {
  const data = await last(`schema-dojo/data/${name}`);
  if (!data) return "";
  return new Promise((resolve) => {
    const reader = new FileReader();
    // A data URL; unreadable data are omitted.
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => resolve("");
    reader.readAsDataURL(new Blob([data]));
  });
}

/** Stores data from a file of saved work; returns whether that was possible. */
export async function storeDataText(name: string, text: string): Promise<boolean> {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await set(`schema-dojo/data/${name}`, bytes.buffer);
    return true;
  } catch (reason) {
    console.warn("The data could not be stored:", reason);
    return false;
  }
}

/** The stored data, if the browser returns it in time. */
async function last(key: string): Promise<ArrayBuffer | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const data = await Promise.race([get<unknown>(key), late]).catch(() => null);
  return data instanceof ArrayBuffer ? data : null;
}
