#define _GNU_SOURCE
#include "CCryptoShims.h"

#include <dlfcn.h>
#include <limits.h>

// As in OpenSSL 3; signatures and numbers do not change within libcrypto.so.3.
enum {
    NO_LOAD_CONFIG = 0x00000080,  // OPENSSL_INIT_NO_LOAD_CONFIG
    NO_ATEXIT = 0x00080000,       // OPENSSL_INIT_NO_ATEXIT
    ED25519 = 1087,               // EVP_PKEY_ED25519
};

typedef struct Algorithm Algorithm;  // EVP_MD
typedef struct Context Context;      // EVP_MD_CTX
typedef struct Key Key;              // EVP_PKEY
typedef struct Source Source;        // BIO

static struct {
    int (*init_crypto)(uint64_t, const void *);
    Algorithm *(*md_fetch)(void *, const char *, const char *);
    Context *(*context_new)(void);
    void (*context_free)(Context *);
    int (*digest_init)(Context *, const Algorithm *, void *);
    int (*digest_update)(Context *, const void *, size_t);
    int (*digest_final)(Context *, unsigned char *, unsigned int *);
    Key *(*new_private)(int, void *, const unsigned char *, size_t);
    Key *(*new_public)(int, void *, const unsigned char *, size_t);
    int (*get_public)(const Key *, unsigned char *, size_t *);
    void (*key_free)(Key *);
    int (*sign_init)(Context *, void **, const Algorithm *, void *, Key *);
    int (*sign)(Context *, unsigned char *, size_t *, const unsigned char *, size_t);
    int (*verify_init)(Context *, void **, const Algorithm *, void *, Key *);
    int (*verify)(Context *, const unsigned char *, size_t, const unsigned char *, size_t);
    int (*scrypt)(
        const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t, unsigned char *,
        size_t);
    Source *(*source_new)(const void *, int);
    int (*source_free)(Source *);
    Key *(*read_pem)(Source *, Key **, void *, void *);
    int (*write_public)(const Key *, unsigned char **);
    void (*clear_errors)(void);
    Algorithm *sha256;
    Algorithm *blake2b;
} crypto;

const char *appex_crypto_start(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return "it is not installed";
#define FIND(member, name)                                                                                             \
    if ((*(void **)&crypto.member = dlsym(library, name)) == NULL) return "the one that is installed has no " name
    FIND(init_crypto, "OPENSSL_init_crypto");
    FIND(md_fetch, "EVP_MD_fetch");
    FIND(context_new, "EVP_MD_CTX_new");
    FIND(context_free, "EVP_MD_CTX_free");
    FIND(digest_init, "EVP_DigestInit_ex");
    FIND(digest_update, "EVP_DigestUpdate");
    FIND(digest_final, "EVP_DigestFinal_ex");
    FIND(new_private, "EVP_PKEY_new_raw_private_key");
    FIND(new_public, "EVP_PKEY_new_raw_public_key");
    FIND(get_public, "EVP_PKEY_get_raw_public_key");
    FIND(key_free, "EVP_PKEY_free");
    FIND(sign_init, "EVP_DigestSignInit");
    FIND(sign, "EVP_DigestSign");
    FIND(verify_init, "EVP_DigestVerifyInit");
    FIND(verify, "EVP_DigestVerify");
    FIND(scrypt, "EVP_PBE_scrypt");
    FIND(source_new, "BIO_new_mem_buf");
    FIND(source_free, "BIO_free");
    FIND(read_pem, "PEM_read_bio_PrivateKey");
    FIND(write_public, "i2d_PublicKey");
    FIND(clear_errors, "ERR_clear_error");
#undef FIND
    if (crypto.init_crypto(NO_LOAD_CONFIG | NO_ATEXIT, NULL) != 1) return "it does not start";
    crypto.sha256 = crypto.md_fetch(NULL, "SHA2-256", NULL);
    crypto.blake2b = crypto.md_fetch(NULL, "BLAKE2B-512", NULL);
    if (crypto.sha256 == NULL || crypto.blake2b == NULL) return "the one that is installed has no SHA-256 or BLAKE2b";
    return NULL;
}

/// The result of an operation. What libcrypto reports about a failure is not needed.
static int result(int status) {
    if (status == 1) return 1;
    crypto.clear_errors();
    return 0;
}

void *appex_sha256_begin(void) {
    Context *context = crypto.context_new();
    if (context == NULL) return NULL;
    if (result(crypto.digest_init(context, crypto.sha256, NULL))) return context;
    crypto.context_free(context);
    return NULL;
}

int appex_sha256_add(void *digest, const void *bytes, size_t count) {
    return count == 0 || result(crypto.digest_update(digest, bytes, count));
}

int appex_sha256_end(void *digest, uint8_t *bytes) { return result(crypto.digest_final(digest, bytes, NULL)); }

void appex_sha256_free(void *digest) { crypto.context_free(digest); }

int appex_blake2b(const void *bytes, size_t count, uint8_t *digest) {
    Context *context = crypto.context_new();
    if (context == NULL) return 0;
    int status = result(crypto.digest_init(context, crypto.blake2b, NULL));
    if (status && count > 0) status = result(crypto.digest_update(context, bytes, count));
    if (status) status = result(crypto.digest_final(context, digest, NULL));
    crypto.context_free(context);
    return status;
}

int appex_ed25519_public(const uint8_t *seed, uint8_t *bytes) {
    Key *key = crypto.new_private(ED25519, NULL, seed, APPEX_ED25519_KEY_BYTES);
    if (key == NULL) return result(0);
    size_t count = APPEX_ED25519_KEY_BYTES;
    const int status = result(crypto.get_public(key, bytes, &count));
    crypto.key_free(key);
    return status && count == APPEX_ED25519_KEY_BYTES;
}

int appex_ed25519_sign(const uint8_t *seed, const void *message, size_t count, uint8_t *signature) {
    Key *key = crypto.new_private(ED25519, NULL, seed, APPEX_ED25519_KEY_BYTES);
    Context *context = crypto.context_new();
    size_t length = APPEX_ED25519_SIGNATURE_BYTES;
    int status = 0;
    if (key != NULL && context != NULL) {
        status = result(crypto.sign_init(context, NULL, NULL, NULL, key));
        if (status) status = result(crypto.sign(context, signature, &length, message, count));
    }
    crypto.context_free(context);
    crypto.key_free(key);
    return status && length == APPEX_ED25519_SIGNATURE_BYTES;
}

int appex_ed25519_verify(const uint8_t *bytes, const void *message, size_t count, const uint8_t *signature) {
    Key *key = crypto.new_public(ED25519, NULL, bytes, APPEX_ED25519_KEY_BYTES);
    Context *context = crypto.context_new();
    int status = 0;
    if (key != NULL && context != NULL) {
        status = result(crypto.verify_init(context, NULL, NULL, NULL, key));
        if (status) {
            status = result(crypto.verify(context, signature, APPEX_ED25519_SIGNATURE_BYTES, message, count));
        }
    }
    crypto.context_free(context);
    crypto.key_free(key);
    return status;
}

int appex_scrypt(
    const void *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint64_t memory, uint8_t *key, size_t key_count) {
    return result(crypto.scrypt(
        password == NULL ? "" : password, password_count, salt, salt_count, cost, block_size, parallelism, memory, key,
        key_count));
}

size_t appex_pem_public(const void *pem, size_t count, uint8_t *bytes, size_t limit) {
    if (count > INT_MAX) return 0;
    Source *source = crypto.source_new(pem, (int)count);
    if (source == NULL) return 0;
    // The last argument is the password, without which libcrypto would ask for one on the terminal.
    Key *key = crypto.read_pem(source, NULL, NULL, (void *)"");
    int length = key == NULL ? 0 : crypto.write_public(key, NULL);
    if (length > 0 && (size_t)length <= limit) {
        unsigned char *end = bytes;
        length = crypto.write_public(key, &end);
    } else {
        length = 0;
    }
    crypto.key_free(key);
    crypto.source_free(source);
    crypto.clear_errors();
    return length > 0 ? (size_t)length : 0;
}
