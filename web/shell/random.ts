/** A small seeded generator (sfc32) whose state can be saved and restored. */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.trunc(seed / 0x1_0000_0000) | 0;
    this.c = 0x9e3779b9 | 0;
    for (let i = 0; i < 15; i++) this.uint32();
  }

  /** A random integer from 0 to 2^32 - 1. */
  uint32(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return t >>> 0;
  }

  /** A random number in [0, 1), with 53 random bits. */
  next(): number {
    return ((this.uint32() >>> 5) * 0x400_0000 + (this.uint32() >>> 6)) / 0x20_0000_0000_0000;
  }

  get state(): [number, number, number, number] {
    return [this.a, this.b, this.c, this.d];
  }
  set state(state: readonly [number, number, number, number]) {
    [this.a, this.b, this.c, this.d] = state;
  }
}
